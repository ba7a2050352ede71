import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { besideFirst, besideSecond, isNoOffset, noOffset, offsetOf } from "./view-offset.ts";

const yaw = fc.double({ min: -180, max: 179.99, noNaN: true });
const view = fc.record({
  yaw,
  pitch: fc.double({ min: -60, max: 60, noNaN: true }),
  fov: fc.double({ min: 25, max: 100, noNaN: true }),
});
const north = fc.record({ first: yaw, second: yaw });
const offset = fc.record({
  yaw,
  pitch: fc.double({ min: -20, max: 20, noNaN: true }),
  zoom: fc.double({ min: 0.5, max: 2, noNaN: true }),
});

/** Degrees between two yaws, the short way round. */
const apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

describe("two pictures beside each other", () => {
  it("face the same compass direction, at the same pitch and field of view", () => {
    const beside = besideFirst({ yaw: 90, pitch: 5, fov: 70 }, { first: 10, second: -60 }, noOffset);
    expect(beside).toEqual({ yaw: 20, pitch: 5, fov: 70 });
  });

  it("lead each other to the same direction, from either side", () => {
    fc.assert(
      fc.property(view, north, offset, (first, norths, turned) => {
        const back = besideSecond(besideFirst(first, norths, turned), norths, turned);
        expect(apart(back.yaw, first.yaw)).toBeLessThan(1e-6);
        expect(back.pitch).toBeCloseTo(first.pitch);
        expect(back.fov).toBeCloseTo(first.fov);
      }),
    );
  });

  it("keep the offset that the viewer set", () => {
    fc.assert(
      fc.property(view, north, offset, (first, norths, turned) => {
        const made = offsetOf(first, besideFirst(first, norths, turned), norths);
        expect(apart(made.yaw, turned.yaw)).toBeLessThan(1e-6);
        expect(made.pitch).toBeCloseTo(turned.pitch);
        expect(made.zoom).toBeCloseTo(turned.zoom);
      }),
    );
  });

  it("ignore an invisible offset", () => {
    expect(isNoOffset(noOffset)).toBe(true);
    expect(isNoOffset({ yaw: 0.01, pitch: -0.01, zoom: 1.001 })).toBe(true);
    expect(isNoOffset({ yaw: 1, pitch: 0, zoom: 1 })).toBe(false);
    expect(isNoOffset({ yaw: 0, pitch: 0, zoom: 1.1 })).toBe(false);
  });
});
