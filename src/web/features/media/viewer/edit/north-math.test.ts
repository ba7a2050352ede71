import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bearingOf } from "../bearing.ts";
import { bearingOnPlan, northOf } from "./north-math.ts";

const middle = { x: 0.5, y: 0.5 };
const square = { from: middle, ratio: 1, north: 0 };

describe("the direction of a position on a floor plan", () => {
  it("is counted clockwise from north, which by default is the upper edge", () => {
    expect(bearingOnPlan({ ...square, to: { x: 0.5, y: 0.1 } })).toBeCloseTo(0);
    expect(bearingOnPlan({ ...square, to: { x: 0.9, y: 0.5 } })).toBeCloseTo(90);
    expect(bearingOnPlan({ ...square, to: { x: 0.5, y: 0.9 } })).toBeCloseTo(180);
    expect(bearingOnPlan({ ...square, to: { x: 0.1, y: 0.5 } })).toBeCloseTo(270);
  });

  it("follows a floor plan that was drawn rotated", () => {
    expect(bearingOnPlan({ ...square, north: 90, to: { x: 0.9, y: 0.5 } })).toBeCloseTo(0);
    expect(bearingOnPlan({ ...square, north: 30, to: { x: 0.5, y: 0.1 } })).toBeCloseTo(330);
  });

  it("is the same on a floor plan that is wider than high", () => {
    expect(bearingOnPlan({ ...square, ratio: 2, to: { x: 0.75, y: 0 } })).toBeCloseTo(45);
  });
});

describe("north by a point of known direction", () => {
  it("makes the compass show the point in that direction", () => {
    const angle = fc.integer({ min: -1800, max: 1799 }).map((tenths) => tenths / 10);
    const bearings = fc.integer({ min: 0, max: 3599 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(angle, bearings, (yaw, bearing) => {
        const north = northOf(yaw, bearing);
        expect(north).toBeGreaterThanOrEqual(-180);
        expect(north).toBeLessThan(180);
        const off = Math.abs(bearingOf(yaw, north) - bearing);
        expect(Math.min(off, 360 - off)).toBeLessThan(0.051);
      }),
    );
  });

  it("never returns minus zero", () => {
    expect(Object.is(northOf(90, 90), 0)).toBe(true);
    expect(Object.is(northOf(-90, 270), 0)).toBe(true);
  });
});
