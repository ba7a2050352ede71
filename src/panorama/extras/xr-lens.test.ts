import { describe, expect, it } from "vitest";
import { rotationOf } from "../projection/camera.ts";
import { eyeDirection, eyeLens, eyeRotation } from "./xr-lens.ts";

/** A rotation by an angle in degrees about an axis, in WebXR's format. */
function about([x, y, z]: readonly [number, number, number], angle: number) {
  const half = (angle * Math.PI) / 360;
  return { x: x * Math.sin(half), y: y * Math.sin(half), z: z * Math.sin(half), w: Math.cos(half) };
}
const same = (a: readonly number[], b: readonly number[]) => {
  for (const [index, value] of a.entries()) expect(value).toBeCloseTo(b[index] ?? Number.NaN, 9);
};

describe("an eye of a headset", () => {
  it("sees the same as a camera of that heading when held straight", () => {
    for (const yaw of [0, 30, -120])
      same(eyeRotation(about([0, 1, 0], 0), yaw), rotationOf({ yaw, pitch: 0, fov: 60 }));
  });

  it("has a smaller yaw when turned to the left, which WebXR counts as more", () => {
    const { yaw, pitch } = eyeDirection(eyeRotation(about([0, 1, 0], 30), 10));
    expect(yaw).toBeCloseTo(-20, 9);
    expect(pitch).toBeCloseTo(0, 9);
  });

  it("looks up when raised", () => {
    expect(eyeDirection(eyeRotation(about([1, 0, 0], 25), 0)).pitch).toBeCloseTo(25, 9);
    same(eyeRotation(about([1, 0, 0], 25), 40), rotationOf({ yaw: 40, pitch: 25, fov: 60 }));
  });

  it("takes its lens from the projection matrix, whose image may be off the axis", () => {
    const matrix = [1.2, 0, 0, 0, 0, 1.1, 0, 0, -0.25, 0.1, -1, -1, 0, 0, -0.2, 0];
    const { lens, shift } = eyeLens(matrix);
    // A point straight ahead at z = -1 in the eye's space: clip x is m8 * z, and w is 1.
    expect(lens).toEqual([1.2, 1.1]);
    same(shift, [0.25, -0.1]);
  });
});
