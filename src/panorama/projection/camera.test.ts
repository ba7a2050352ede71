import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { View } from "../view.ts";
import { shortestTurn, wrapYaw } from "./angles.ts";
import {
  type Camera,
  directionAt,
  focalLength,
  horizontalFov,
  pointOf,
  rayAt,
  rotationOf,
  viewHolding,
} from "./camera.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const views: fc.Arbitrary<View> = fc.record({
  yaw: number(-180, 180),
  pitch: number(-89, 89),
  fov: number(25, 100),
});
const cameras: fc.Arbitrary<Camera> = fc.record({
  view: views,
  width: fc.integer({ min: 200, max: 3000 }),
  height: fc.integer({ min: 200, max: 2000 }),
});
const share = number(0, 1);

describe("camera", () => {
  it("sees the direction of its view in the centre", () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        const { yaw, pitch } = directionAt(camera, camera.width / 2, camera.height / 2);
        expect(shortestTurn(yaw, camera.view.yaw)).toBeCloseTo(0, 6);
        expect(pitch).toBeCloseTo(camera.view.pitch, 6);
      }),
    );
  });

  it("maps a direction back to the point that it was computed from", () => {
    fc.assert(
      fc.property(cameras, share, share, (camera, u, v) => {
        const [x, y] = [u * camera.width, v * camera.height];
        const point = pointOf(camera, directionAt(camera, x, y));
        expect(point?.x).toBeCloseTo(x, 4);
        expect(point?.y).toBeCloseTo(y, 4);
      }),
    );
  });

  it("does not see directions behind it", () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        const { yaw, pitch } = camera.view;
        expect(pointOf(camera, { yaw: wrapYaw(yaw + 180), pitch: -pitch })).toBeNull();
      }),
    );
  });

  it("has orthogonal axes of length one", () => {
    fc.assert(
      fc.property(views, (view) => {
        const [rx, ry, rz, ux, uy, uz, fx, fy, fz] = rotationOf(view);
        expect(rx * rx + ry * ry + rz * rz).toBeCloseTo(1);
        expect(rx * ux + ry * uy + rz * uz).toBeCloseTo(0);
        expect(rx * fx + ry * fy + rz * fz).toBeCloseTo(0);
        expect(ux * fx + uy * fy + uz * fz).toBeCloseTo(0);
      }),
    );
  });

  it("places a greater yaw to the right and a greater pitch above", () => {
    const camera = { view: { yaw: 0, pitch: 0, fov: 60 }, width: 800, height: 400 };
    expect(directionAt(camera, 500, 200).yaw).toBeGreaterThan(0);
    expect(directionAt(camera, 400, 100).pitch).toBeGreaterThan(0);
  });

  it("covers its field of view from edge to edge", () => {
    const camera = { view: { yaw: 0, pitch: 0, fov: 60 }, width: 800, height: 400 };
    expect(directionAt(camera, 400, 0).pitch).toBeCloseTo(30);
    expect(directionAt(camera, 800, 200).yaw).toBeCloseTo(horizontalFov(60, 2) / 2);
  });

  it("holds the grabbed point under the pointer wherever it can be held", () => {
    fc.assert(
      fc.property(cameras, share, share, views, number(25, 100), (camera, u, v, before, fov) => {
        const [x, y] = [u * camera.width, v * camera.height];
        // A direction that some view with a level horizon does show at this point: the one seen there before.
        const target = directionAt({ ...camera, view: { ...before, fov } }, x, y);
        const [rayX, rayY] = rayAt(camera, x, y);
        const held = viewHolding(target, [rayX, rayY, focalLength(fov, camera.height)], fov);
        const point = pointOf({ ...camera, view: held }, target);
        expect(held.fov).toBe(fov);
        expect(Math.abs(held.pitch)).toBeLessThanOrEqual(90.000001);
        expect(point?.x).toBeCloseTo(x, 2);
        expect(point?.y).toBeCloseTo(y, 2);
      }),
    );
  });

  it("never tips over when the grabbed point is dragged beyond the pole", () => {
    fc.assert(
      fc.property(cameras, share, share, number(-180, 180), number(-90, 90), (camera, u, v, yaw, pitch) => {
        const ray = rayAt(camera, u * camera.width, v * camera.height);
        const held = viewHolding({ yaw, pitch }, ray, camera.view.fov);
        expect(Math.abs(held.pitch)).toBeLessThanOrEqual(90.000001);
        expect(Number.isFinite(held.yaw)).toBe(true);
      }),
    );
  });
});

describe("angles", () => {
  it("wrap to within half a turn and keep the same direction", () => {
    fc.assert(
      fc.property(number(-5000, 5000), (yaw) => {
        const wrapped = wrapYaw(yaw);
        expect(wrapped).toBeGreaterThanOrEqual(-180);
        expect(wrapped).toBeLessThan(180);
        expect(Math.cos(((wrapped - yaw) * Math.PI) / 180)).toBeCloseTo(1, 8);
      }),
    );
  });
});
