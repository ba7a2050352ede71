import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanoramaSource } from "../source.ts";
import { chooseLevel, tileAt, visibleTiles } from "../tiles/pyramid.ts";
import { directionOfRay, pointOf, rayAt, rotationOf } from "./camera.ts";
import { coverageOf, FULL_SPHERE, levelCoverage } from "./coverage.ts";
import { tilted, tiltOf } from "./tilt.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const camera = { view: { yaw: 0, pitch: 0, fov: 60 }, width: 800, height: 400 };

/** Screen position of a point of the picture's own sphere in the levelled view. */
const seenAt = (pose: { pitch: number; roll: number }, yaw: number, pitch: number) =>
  pointOf(camera, { yaw, pitch }, tilted(rotationOf(camera.view), tiltOf(pose)));

describe("a picture of a tilted camera", () => {
  it("shows its centre above the horizon by the pitch", () => {
    const level = pointOf(camera, { yaw: 0, pitch: 7 });
    expect(seenAt({ pitch: 7, roll: 0 }, 0, 0)?.y).toBeCloseTo(level?.y ?? 0, 9);
  });

  it("is turned clockwise by the roll, because its horizon ran counterclockwise", () => {
    // Right of the centre the horizon of such a picture is above the picture's own.
    expect(seenAt({ pitch: 0, roll: 5 }, 20, 0)?.y).toBeGreaterThan(200);
    expect(seenAt({ pitch: 0, roll: 5 }, -20, 0)?.y).toBeLessThan(200);
  });

  it("is rolled about its own centre, wherever the pitch has raised it", () => {
    fc.assert(
      fc.property(number(-25, 25), number(-180, 180), (pitch, roll) => {
        const rolled = seenAt({ pitch, roll }, 0, 0);
        expect(rolled?.x).toBeCloseTo(400, 6);
        expect(rolled?.y).toBeCloseTo(pointOf(camera, { yaw: 0, pitch })?.y ?? 0, 6);
      }),
    );
  });

  it("is unchanged when the camera was level", () => {
    expect(tiltOf(undefined)).toBeUndefined();
    expect(tiltOf({ pitch: 0, roll: 0 })).toBeUndefined();
  });

  it("fetches the tiles that the levelled view sees", () => {
    const source: PanoramaSource = {
      width: 4096,
      height: 2048,
      tileSize: 512,
      levels: [
        { width: 2048, height: 1024 },
        { width: 4096, height: 2048 },
      ],
      tiles: "/{level}/{col}/{row}",
      base: "/base",
      pose: { pitch: 50, roll: 20 },
    };
    const rotation = tilted(rotationOf(camera.view), tiltOf(source.pose));
    const level = chooseLevel(source, camera, 1);
    const keys = new Set(visibleTiles(source, camera)[level]?.map(({ key }) => key));
    for (const [x, y] of [
      [400, 200],
      [5, 5],
      [795, 395],
    ] as const) {
      const { yaw, pitch } = directionOfRay(rotation, rayAt(camera, x, y));
      expect(keys).toContain(tileAt(source, FULL_SPHERE, level, yaw, pitch)?.key);
    }
  });
});

describe("the permitted area of a tilted, partial panorama", () => {
  const area = coverageOf({
    width: 4000,
    height: 2000,
    area: { fullWidth: 8000, fullHeight: 4000, left: 2000, top: 1000 },
  });

  it("is the complete picture when the camera was level", () => {
    expect(levelCoverage(area, undefined)).toEqual(area);
  });

  it("is the whole sphere for a whole sphere, at any tilt", () => {
    expect(levelCoverage(FULL_SPHERE, tiltOf({ pitch: 30, roll: -60 }))).toEqual(FULL_SPHERE);
  });

  it("moves up with the pitch, and never exceeds the picture", () => {
    const lifted = levelCoverage(area, tiltOf({ pitch: 10, roll: 0 }));
    expect(lifted.bottom).toBeCloseTo(-35, 6);
    expect(lifted.top).toBeLessThanOrEqual(55);
    const rolled = levelCoverage(area, tiltOf({ pitch: 0, roll: 10 }));
    expect(rolled.top).toBeLessThan(area.top);
    expect(rolled.bottom).toBeGreaterThan(area.bottom);
  });
});
