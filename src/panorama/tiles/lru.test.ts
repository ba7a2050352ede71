import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LruMap } from "./lru.ts";

describe("the LRU map", () => {
  it("holds no more than its capacity and drops each value exactly once", () => {
    const steps = fc.array(fc.record({ key: fc.nat(20), isUse: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (capacity, steps) => {
        const forgotten: number[] = [];
        const map = new LruMap<number, { id: number }>(capacity, ({ id }) => forgotten.push(id));
        let made = 0;
        for (const { key, isUse } of steps) {
          if (isUse) map.use(key);
          else map.set(key, { id: made++ });
          map.trim(() => false);
          expect(map.size).toBeLessThanOrEqual(capacity);
        }
        map.clear();
        expect(forgotten.toSorted((a, b) => a - b)).toEqual(Array.from({ length: made }, (_, i) => i));
      }),
    );
  });

  it("drops the least recently used value", () => {
    const forgotten: string[] = [];
    const map = new LruMap<string, string>(2, (_, key) => forgotten.push(key));
    map.set("a", "A");
    map.set("b", "B");
    map.use("a");
    map.set("c", "C");
    map.trim(() => false);
    expect(forgotten).toEqual(["b"]);
  });

  it("keeps needed values even beyond its capacity", () => {
    const map = new LruMap<string, string>(1, () => {});
    map.set("a", "A");
    map.set("b", "B");
    map.set("c", "C");
    map.trim((key) => key !== "b");
    expect([map.has("a"), map.has("b"), map.has("c")]).toEqual([true, false, true]);
  });
});
