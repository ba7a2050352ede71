import { describe, expect, it } from "vitest";
import type { WalkStep } from "#contract/viewer.ts";
import { nextStep } from "./next-step.ts";

const step = (to: number, heading: number | null, is_onward = true): WalkStep => ({
  from: 1,
  to,
  heading,
  is_onward,
});
const steps = [step(2, 90), step(3, -80, false), step(4, 0)];
const to = (facing: number | null, way: 1 | -1, of: readonly WalkStep[] = steps) =>
  nextStep(of, facing, way)?.to;

describe("the next room along a walk", () => {
  it("is the one in the direction faced, and backwards the one behind", () => {
    expect(to(80, 1)).toBe(2);
    expect(to(80, -1)).toBe(3);
    expect(to(-100, 1)).toBe(3);
    expect(to(10, 1)).toBe(4);
    expect(to(178, -1)).toBe(4);
  });

  it("is none where the walk leads nowhere in this direction", () => {
    expect(to(180, 1, [step(4, 0)])).toBeUndefined();
    expect(to(0, -1, [step(4, 0)])).toBeUndefined();
  });

  it("is on another floor where no room of this floor lies in the direction", () => {
    const stairs = [step(2, 0, false), step(9, null)];
    expect(to(0, 1, stairs)).toBe(2);
    expect(to(180, 1, stairs)).toBe(9);
    expect(to(0, -1, stairs)).toBe(9);
  });

  it("follows the direction of the walk where the direction of the photo is unknown", () => {
    expect(to(null, 1)).toBe(2);
    expect(to(null, -1)).toBe(3);
  });
});
