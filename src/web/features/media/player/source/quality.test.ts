import { describe, expect, it } from "vitest";
import { finestLevel, firstLevel, wantedWidth } from "./quality.ts";

const ladder = [
  { width: 1920, height: 960 },
  { width: 3840, height: 1920 },
];

describe("the size a film begins with", () => {
  it("is the widest of at most 1920, in whatever order they come", () => {
    expect(firstLevel(ladder)).toBe(0);
    expect(firstLevel(ladder.toReversed())).toBe(1);
    expect(firstLevel([{ width: 960, height: 480 }, ...ladder])).toBe(1);
  });

  it("is the narrowest where all are wider, and none where there is none", () => {
    expect(
      firstLevel([
        { width: 5760, height: 2880 },
        { width: 3840, height: 1920 },
      ]),
    ).toBe(1);
    expect(firstLevel([])).toBe(-1);
  });
});

describe("the finest size that auto may take", () => {
  it("is the first one in a small frame and the largest on a screen", () => {
    expect(finestLevel(ladder, wantedWidth(60, 300), 16_384)).toBe(0);
    expect(finestLevel(ladder, wantedWidth(60, 720), 16_384)).toBe(1);
  });

  it("follows the zoom", () => {
    expect(finestLevel(ladder, wantedWidth(90, 480), 16_384)).toBe(0);
    expect(finestLevel(ladder, wantedWidth(30, 480), 16_384)).toBe(1);
  });

  it("is nothing the graphics card cannot hold", () => {
    expect(finestLevel(ladder, 20_000, 2048)).toBe(0);
  });
});
