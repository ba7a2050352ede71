import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRadians } from "../projection/angles.ts";
import { type Camera, directionAt, focalLength } from "../projection/camera.ts";
import { FULL_SPHERE } from "../projection/coverage.ts";
import type { PanoramaSource } from "../source.ts";
import { checkSource, chooseLevel, tileAt, tileCoverage, tileUrl, visibleTiles } from "./pyramid.ts";

const source: PanoramaSource = {
  width: 7680,
  height: 3840,
  tileSize: 512,
  levels: [
    { width: 1920, height: 960 },
    { width: 3840, height: 1920 },
    { width: 7680, height: 3840 },
  ],
  tiles: "/t/{level}/{col}-{row}.webp",
  base: "/t/base.webp",
};

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const cameras: fc.Arbitrary<Camera> = fc.record({
  view: fc.record({ yaw: number(-180, 180), pitch: number(-90, 90), fov: number(25, 100) }),
  width: fc.integer({ min: 300, max: 2600 }),
  height: fc.integer({ min: 300, max: 1600 }),
});

describe("the level wanted", () => {
  it("has enough texels in the centre of the view, and the next lower one has not", () => {
    fc.assert(
      fc.property(cameras, number(1, 3), (camera, pixelRatio) => {
        const level = chooseLevel(source, camera, pixelRatio);
        const needed = focalLength(camera.view.fov, camera.height) * pixelRatio * 2 * Math.PI * 0.9;
        const widthOf = (index: number) => source.levels[index]?.width ?? 0;
        if (level < 2) expect(widthOf(level)).toBeGreaterThanOrEqual(needed);
        expect(widthOf(level - 1)).toBeLessThan(needed);
      }),
    );
  });

  it("never drops when the view narrows", () => {
    fc.assert(
      fc.property(cameras, number(0.2, 1), (camera, factor) => {
        const narrow = { ...camera, view: { ...camera.view, fov: camera.view.fov * factor } };
        expect(chooseLevel(source, narrow, 1)).toBeGreaterThanOrEqual(chooseLevel(source, camera, 1));
      }),
    );
  });
});

describe("the tiles in view", () => {
  it("contain every relevant point of the screen", () => {
    fc.assert(
      fc.property(cameras, number(0, 1), number(0, 1), (camera, u, v) => {
        const { yaw, pitch } = directionAt(camera, u * camera.width, v * camera.height);
        // Very close to a pole the tiles are slivers that cover no pixel.
        fc.pre(Math.abs(pitch) < 85);
        const seen = visibleTiles(source, camera);
        const level = chooseLevel(source, camera, 1);
        const keys = new Set(seen[level]?.map(({ key }) => key));
        // Rays are a few pixels apart: a tile that barely reaches into the view may be left to the base.
        const slack = (camera.width / 32 / focalLength(camera.view.fov, camera.height)) * 40;
        const around = [-slack, 0, slack].flatMap((dy) =>
          [-slack, 0, slack].map((dp) => tileAt(source, FULL_SPHERE, level, yaw + dy, pitch + dp)?.key),
        );
        expect(around.some((key) => key !== undefined && keys.has(key))).toBe(true);
      }),
    );
  });

  it("begin with the one in the centre of the view", () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        const seen = visibleTiles(source, camera);
        const { yaw, pitch } = camera.view;
        expect(seen[1]?.[0]).toEqual(tileAt(source, FULL_SPHERE, 1, yaw, pitch));
      }),
    );
  });

  it("are only those of the middle band when looking straight ahead", () => {
    const camera = { view: { yaw: 0, pitch: 0, fov: 60 }, width: 1280, height: 640 };
    const columns = new Set(visibleTiles(source, camera)[1]?.map(({ col }) => col));
    expect([...columns].toSorted((a, b) => a - b)).toEqual([2, 3, 4]);
  });

  it("span the full turn when a pole is in view", () => {
    const camera = { view: { yaw: 33, pitch: 88, fov: 40 }, width: 800, height: 800 };
    const top = visibleTiles(source, camera)[2]?.filter(({ row }) => row === 0) ?? [];
    expect(top).toHaveLength(15);
  });
});

describe("a tile", () => {
  it("covers the directions that it is found by", () => {
    fc.assert(
      fc.property(number(-180, 179.999), number(-90, 90), fc.nat(2), (yaw, pitch, level) => {
        const tile = tileAt(source, FULL_SPHERE, level, yaw, pitch);
        if (!tile) throw new Error("no tile on a full sphere");
        const { left, right, top, bottom } = tileCoverage(source, FULL_SPHERE, tile);
        expect(yaw).toBeGreaterThanOrEqual(left - 1e-9);
        expect(yaw).toBeLessThanOrEqual(right + 1e-9);
        expect(pitch).toBeLessThanOrEqual(top + 1e-9);
        expect(pitch).toBeGreaterThanOrEqual(bottom - 1e-9);
      }),
    );
  });

  it("is cropped at the edge of the picture", () => {
    const corner = tileAt(source, FULL_SPHERE, 0, 179.9, -89.9);
    expect(corner).toMatchObject({ col: 3, row: 1 });
    const coverage = corner && tileCoverage(source, FULL_SPHERE, corner);
    expect(coverage).toMatchObject({ right: 180, bottom: -90 });
    expect(coverage?.left).toBeCloseTo(108);
  });

  it("of a cropped picture is found only within the picture", () => {
    const coverage = { left: -60, right: 60, top: 30, bottom: -30 };
    expect(tileAt(source, coverage, 0, 61, 0)).toBeUndefined();
    expect(tileAt(source, coverage, 0, 0, 31)).toBeUndefined();
    expect(tileAt(source, coverage, 0, -59, 29)).toMatchObject({ col: 0, row: 0 });
  });

  it("has the URL of the template", () => {
    expect(tileUrl(source, { level: 1, col: 12, row: 3, key: "1/12/3" })).toBe("/t/1/12-3.webp");
  });

  it("has as many texels per radian of width as its level says", () => {
    const tile = tileAt(source, FULL_SPHERE, 2, 1, 1);
    const coverage = tile && tileCoverage(source, FULL_SPHERE, tile);
    expect(toRadians((coverage?.right ?? 0) - (coverage?.left ?? 0))).toBeCloseTo((512 / 7680) * 2 * Math.PI);
  });
});

describe("a source", () => {
  it("is rejected when its levels do not lead up to its width", () => {
    expect(() => checkSource({ ...source, width: 4000, height: 2000 })).toThrow("levels");
    expect(() => checkSource({ ...source, levels: [] })).toThrow("levels");
    expect(() => checkSource({ ...source, levels: source.levels.toReversed() })).toThrow("levels");
  });

  it("may deviate from the ratio of two by a tenth, and by more only when it is cropped", () => {
    expect(() => checkSource({ ...source, height: 3700 })).not.toThrow();
    expect(() => checkSource({ ...source, height: 3000 })).toThrow("twice");
    const area = { fullWidth: 7680, fullHeight: 3840, left: 0, top: 420 };
    expect(() => checkSource({ ...source, height: 3000, area })).not.toThrow();
  });
});
