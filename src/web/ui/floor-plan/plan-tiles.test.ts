import { describe, expect, it } from "vitest";
import { sharpLevel, tileAddress, tileBox, tilesInSight } from "./plan-tiles.ts";

const pyramid = {
  tile_size: 512,
  levels: [
    { width: 750, height: 500 },
    { width: 1500, height: 1000 },
    { width: 3000, height: 2000 },
    { width: 6000, height: 4000 },
  ],
  tiles: "/media/plan/{level}/{col}_{row}.webp?s=1",
};
const plan = { width: 6000, height: 4000 };
const extent = { window: { width: 600, height: 400 }, plan };

describe("tiles of a plan", () => {
  it("are of the coarsest level that is sharp", () => {
    expect(
      [200, 750, 1000, 1001, 4000, 4001, 90_000].map((pixels) => sharpLevel(pyramid.levels, pixels)),
    ).toEqual([0, 0, 0, 1, 2, 3, 3]);
  });

  it("are all there of the whole plan, and finer on a dense screen", () => {
    const view = { scale: 0.1, x: 0, y: 0 };
    expect(tilesInSight(pyramid, view, extent, 1)).toEqual([
      { level: 0, col: 0, row: 0 },
      { level: 0, col: 1, row: 0 },
    ]);
    expect(tilesInSight(pyramid, view, extent, 2).filter(({ level }) => level === 1)).toHaveLength(6);
  });

  it("are those in sight and next to it, above the coarser ones", () => {
    // A pixel of the plan for each of the screen, from 3000, 2000 on.
    const found = tilesInSight(pyramid, { scale: 1, x: -3000, y: -2000 }, extent, 1);
    expect(found.filter(({ level }) => level === 3)).toEqual(
      [3, 4, 5].flatMap((row) => [5, 6, 7].map((col) => ({ level: 3, col, row }))),
    );
    expect(found).toEqual(found.toSorted((a, b) => a.level - b.level));
    expect(found.length).toBeLessThan(25);
  });

  it("are cut at the right and lower edge, and have their addresses", () => {
    const tile = { level: 0, col: 1, row: 0 };
    expect(tileBox(pyramid, tile)).toEqual({ x: 512 / 750, y: 0, width: 238 / 750, height: 500 / 500 });
    expect(tileAddress(pyramid, tile)).toBe("/media/plan/0/1_0.webp?s=1");
  });

  it("are none of a plan that has no size yet", () => {
    expect(tilesInSight(pyramid, { scale: 0, x: 0, y: 0 }, extent, 1)).toEqual([]);
  });
});
