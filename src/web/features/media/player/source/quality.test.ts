import { describe, expect, it } from "vitest";
import { finestLevel, firstLevel, wantedWidth } from "./quality.ts";

const ladder = [
  { width: 1920, height: 960 },
  { width: 3840, height: 1920 },
];

describe("the initial size of a video", () => {
  it("is the widest of at most 1920, in any order of sizes", () => {
    expect(firstLevel(ladder)).toBe(0);
    expect(firstLevel(ladder.toReversed())).toBe(1);
    expect(firstLevel([{ width: 960, height: 480 }, ...ladder])).toBe(1);
  });

  it("is the narrowest where all are wider, and -1 without sizes", () => {
    expect(
      firstLevel([
        { width: 5760, height: 2880 },
        { width: 3840, height: 1920 },
      ]),
    ).toBe(1);
    expect(firstLevel([])).toBe(-1);
  });
});

describe("the finest size that auto may select", () => {
  it("is the initial one in a small frame and the largest on a screen", () => {
    expect(finestLevel(ladder, wantedWidth(60, 300), 16_384)).toBe(0);
    expect(finestLevel(ladder, wantedWidth(60, 720), 16_384)).toBe(1);
  });

  it("follows the zoom", () => {
    expect(finestLevel(ladder, wantedWidth(90, 480), 16_384)).toBe(0);
    expect(finestLevel(ladder, wantedWidth(30, 480), 16_384)).toBe(1);
  });

  it("never exceeds the texture limit of the graphics card", () => {
    expect(finestLevel(ladder, 20_000, 2048)).toBe(0);
  });
});
