import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { directionAt, horizontalFov } from "./camera.ts";
import { coverageOf, FULL_SPHERE } from "./coverage.ts";
import { clampView } from "./limits.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const views = fc.record({ yaw: number(-1000, 1000), pitch: number(-1000, 1000), fov: number(1, 179) });

describe("limits", () => {
  it("keep every view within fov and poles", () => {
    fc.assert(
      fc.property(views, (view) => {
        const clamped = clampView(view, {}, FULL_SPHERE, 2);
        expect(clamped.fov).toBeGreaterThanOrEqual(25);
        expect(clamped.fov).toBeLessThanOrEqual(100);
        expect(Math.abs(clamped.pitch)).toBeLessThanOrEqual(90);
        // Wrapping back and forth costs the last digits.
        const again = clampView(clamped, {}, FULL_SPHERE, 2);
        expect(again.yaw).toBeCloseTo(clamped.yaw, 9);
        expect({ ...again, yaw: 0 }).toEqual({ ...clamped, yaw: 0 });
      }),
    );
  });

  it("allow a view of both poles on a full sphere", () => {
    expect(clampView({ yaw: 0, pitch: 90, fov: 60 }, {}, FULL_SPHERE, 2).pitch).toBe(90);
    expect(clampView({ yaw: 0, pitch: -90, fov: 60 }, {}, FULL_SPHERE, 2).pitch).toBe(-90);
  });

  it("accept the host's own limits for the fov", () => {
    const limits = { minFov: 10, maxFov: 140 };
    expect(clampView({ yaw: 0, pitch: 0, fov: 5 }, limits, FULL_SPHERE, 2).fov).toBe(10);
    expect(clampView({ yaw: 0, pitch: 0, fov: 170 }, limits, FULL_SPHERE, 2).fov).toBe(140);
  });

  it("keep the midpoints of the view's edges within a cropped picture that is larger than the view", () => {
    const area = { fullWidth: 8000, fullHeight: 4000, left: 1000, top: 800 };
    const coverage = coverageOf({ width: 6000, height: 2400, area });
    fc.assert(
      fc.property(views, (view) => {
        const { yaw, pitch, fov } = clampView(view, {}, coverage, 1.5);
        expect(pitch + fov / 2).toBeLessThanOrEqual(coverage.top + 1e-9);
        expect(pitch - fov / 2).toBeGreaterThanOrEqual(coverage.bottom - 1e-9);
        expect(yaw + horizontalFov(fov, 1.5) / 2).toBeLessThanOrEqual(coverage.right + 1e-9);
      }),
    );
  });

  it("keep the corners of the view within the sides of a cropped picture, also looking up", () => {
    const area = { fullWidth: 8000, fullHeight: 4000, left: 1000, top: 0 };
    const coverage = coverageOf({ width: 6000, height: 4000, area });
    fc.assert(
      fc.property(number(-200, 200), number(-35, 35), number(25, 60), (yaw, pitch, fov) => {
        const view = clampView({ yaw, pitch, fov }, {}, coverage, 1.5);
        const camera = { view, width: 1500, height: 1000 };
        for (const y of [0, 1000]) {
          expect(directionAt(camera, 0, y).yaw).toBeGreaterThanOrEqual(coverage.left - 1e-6);
          expect(directionAt(camera, 1500, y).yaw).toBeLessThanOrEqual(coverage.right + 1e-6);
        }
      }),
    );
  });

  it("zoom out no further than a cropped picture reaches", () => {
    const low = coverageOf({
      width: 8000,
      height: 1000,
      area: { fullWidth: 8000, fullHeight: 4000, left: 0, top: 1500 },
    });
    expect(clampView({ yaw: 170, pitch: 30, fov: 90 }, {}, low, 2)).toEqual({ yaw: 170, pitch: 0, fov: 45 });
    const narrow = coverageOf({
      width: 2000,
      height: 4000,
      area: { fullWidth: 8000, fullHeight: 4000, left: 3000, top: 0 },
    });
    const { fov, yaw } = clampView({ yaw: 40, pitch: 0, fov: 90 }, {}, narrow, 2);
    expect(horizontalFov(fov, 2)).toBeCloseTo(90, 6);
    expect(yaw).toBeCloseTo(0, 6);
  });

  it("show a cropped picture smaller than the view in the centre", () => {
    const area = { fullWidth: 8000, fullHeight: 4000, left: 2000, top: 1500 };
    const coverage = coverageOf({ width: 4000, height: 1000, area });
    expect(clampView({ yaw: 0, pitch: 30, fov: 90 }, {}, coverage, 1).pitch).toBeCloseTo(0);
  });
});
