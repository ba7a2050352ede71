import { describe, expect, it } from "vitest";
import { liveAfter, mostLive } from "./live-slots.ts";
import { step } from "./tile-keys.ts";
import { fittingSize, readWall, type WallState, writeWall } from "./wall-state.ts";

describe("streams of a wall", () => {
  it("are four at most: the oldest returns to stills", () => {
    const all = [1, 2, 3, 4, 5].reduce<readonly number[]>((live, id) => liveAfter(live, id), []);
    expect(all).toEqual([2, 3, 4, 5]);
    expect(all).toHaveLength(mostLive);
  });

  it("become the newest when they are requested again", () => {
    expect(liveAfter([1, 2, 3], 1)).toEqual([2, 3, 1]);
  });
});

describe("tiles of a wall", () => {
  it.each([
    [4, 1, 1],
    [3, 2, 2],
    [3, 4, 2],
    [4, 9, 3],
    [2, 3, 2],
    [2, 40, 2],
    [1, 5, 1],
  ] as const)(
    "at %i×%i with that many cameras are %i per side, so that they fill it",
    (size, cameras, side) => {
      expect(fittingSize(size, cameras)).toBe(side);
    },
  );
});

describe("address of a wall", () => {
  const read = (state: WallState) => readWall(writeWall(state), {});
  it.each<WallState>([
    { size: 3, project: 4, cameras: [5, 20, 9], page: 2 },
    { size: 1, project: null, cameras: [7], page: 1 },
    { size: 4, project: null, cameras: null, page: 1 },
  ])("shows the same wall to another user: %j", (state) => {
    expect(read(state)).toEqual(state);
  });

  it("keeps missing and invalid values as they were", () => {
    const left = { size: 4, cameras: [2] } as const;
    expect(readWall({}, left)).toEqual({ size: 4, project: null, cameras: [2], page: 1 });
    expect(readWall({ size: 9, cameras: "x", project: -1 }, left)).toEqual({
      size: 4,
      project: null,
      cameras: null,
      page: 1,
    });
    expect(readWall({ cameras: "3-3-0-5" }, left).cameras).toEqual([3, 5]);
  });
});

describe("arrow keys on the wall", () => {
  it("move along the row, and up and down by a row", () => {
    expect(step("ArrowRight", 0, 3, 9, false)).toBe(1);
    expect(step("ArrowDown", 1, 3, 9, false)).toBe(4);
    expect(step("ArrowUp", 1, 3, 9, false)).toBeNull();
    expect(step("ArrowRight", 8, 3, 9, false)).toBeNull();
    expect(step("Enter", 0, 3, 9, false)).toBeNull();
  });

  it("are mirrored in right-to-left languages", () => {
    expect(step("ArrowLeft", 0, 3, 9, true)).toBe(1);
    expect(step("ArrowRight", 1, 3, 9, true)).toBe(0);
  });
});
