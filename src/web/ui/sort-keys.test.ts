import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moved, placeAt } from "./sort-keys.ts";

describe("moving one item of a list", () => {
  it("puts it at its new position and keeps the order of the others", () => {
    expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
    expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
    expect(moved(["a"], 0, 0)).toEqual(["a"]);
  });

  it("loses and duplicates nothing, and moving back undoes it", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length];
        expect(moved(moved(items, from, to), to, from)).toEqual(items);
      }),
    );
  });
});

describe("the row index under a pointer", () => {
  const rows = [
    { top: 0, bottom: 40 },
    { top: 48, bottom: 88 },
    { top: 96, bottom: 136 },
  ];
  it.each([
    [-50, 0],
    [20, 0],
    [47, 1],
    [60, 1],
    [130, 2],
    [999, 2],
  ])("at %i is %i", (y, place) => {
    expect(placeAt(y, rows)).toBe(place);
  });
});
