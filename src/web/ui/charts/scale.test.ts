import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelStep, nearest, scaleOf, spaced } from "./scale.ts";

describe("the axis of a chart", () => {
  it.each([
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [0.9, [0, 0.25, 0.5, 0.75, 1]],
    [1234, [0, 500, 1000, 1500]],
  ])("is divided at round numbers up to one that includes %s", (highest, ticks) => {
    expect(scaleOf(highest).ticks).toEqual(ticks);
  });

  it("has no fractional ticks for counts", () => {
    expect(scaleOf(1, { isWhole: true }).ticks).toEqual([0, 1]);
    expect(scaleOf(3, { isWhole: true }).ticks).toEqual([0, 1, 2, 3]);
    expect(scaleOf(10, { isWhole: true }).ticks.every(Number.isInteger)).toBe(true);
  });

  it("uses binary units for bytes", () => {
    const GiB = 1024 ** 3;
    expect(scaleOf(3 * GiB, { unit: 1024 }).ticks).toEqual([0, GiB, 2 * GiB, 3 * GiB]);
  });

  it("exists even without values", () => {
    expect(scaleOf(0).top).toBeGreaterThan(0);
    expect(scaleOf(0, { isWhole: true, unit: 1024 }).top).toBeGreaterThan(0);
  });

  it("always starts at zero, includes the highest value, rises evenly and is never crowded", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e13, noNaN: true }), fc.boolean(), (highest, isWhole) => {
        const { ticks, top } = scaleOf(highest, { isWhole });
        expect(ticks[0]).toBe(0);
        expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? 0))).toBe(true);
      }),
    );
  });

  it("writes as many labels as fit", () => {
    expect(labelStep(12, 600, 40)).toBe(1);
    expect(labelStep(12, 300, 40)).toBe(2);
    expect(labelStep(0, 300, 40)).toBe(1);
  });

  it("spaces the labels of uneven positions far enough apart, in either reading direction", () => {
    expect([...spaced([0, 10, 50, 95, 105], 45)]).toEqual([0, 2, 3]);
    expect([...spaced([105, 95, 50, 10, 0], 45)]).toEqual([0, 2, 4]);
  });

  it("finds the point nearest to a pointer, in either direction of reading", () => {
    expect(nearest([10, 30, 50], 37)).toBe(1);
    expect(nearest([50, 30, 10], 12)).toBe(2);
    expect(nearest([], 12)).toBe(-1);
  });
});
