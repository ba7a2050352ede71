import { describe, expect, it } from "vitest";
import {
  bearing,
  fitScale,
  heldView,
  pixelsBetween,
  resizedView,
  scaleLimits,
  type View,
  zoomedView,
} from "./plan-view.ts";

const extent = { window: { width: 480, height: 424 }, plan: { width: 1600, height: 1000 } };
const whole = heldView({ scale: 0, x: 0, y: 0 }, extent);
/** Point of the plan at a pixel of the window, in pixels of the plan. */
const under = ({ scale, x, y }: View, at: { x: number; y: number }) => [
  (at.x - x) / scale,
  (at.y - y) / scale,
];

describe("a view of a plan", () => {
  it("shows the whole plan in the middle of the window at first", () => {
    expect(whole).toEqual({ scale: 0.285, x: expect.closeTo(12), y: expect.closeTo(69.5) });
  });

  it("leaves room beside the plan for the tools of a wide window", () => {
    const wide = { ...extent, window: { width: 1000, height: 2000 } };
    expect(fitScale(wide) * 1600).toBeCloseTo(880);
  });

  it("zooms around the pointer", () => {
    const at = { x: 400, y: 250 };
    const closer = zoomedView(whole, 2, at, extent);
    expect(closer.scale).toBeCloseTo(0.57);
    expect(under(closer, at)[0]).toBeCloseTo(under(whole, at)[0] ?? 0);
    expect(under(closer, at)[1]).toBeCloseTo(under(whole, at)[1] ?? 0);
  });

  it("goes no farther than the whole plan, and no closer than four pixels for one of the plan", () => {
    expect(zoomedView(whole, 0.5, { x: 0, y: 0 }, extent)).toEqual(whole);
    expect(zoomedView(whole, 1000, { x: 0, y: 0 }, extent).scale).toBe(4);
  });

  it("enlarges a tiny plan by as much as any other", () => {
    const tiny = { window: { width: 600, height: 600 }, plan: { width: 30, height: 30 } };
    expect(scaleLimits(tiny)).toEqual({ least: 16, most: 64 });
  });

  it("cannot be pushed out of the window", () => {
    const closer = zoomedView(whole, 4, { x: 240, y: 212 }, extent);
    const { x, y } = heldView({ ...closer, x: 10_000, y: -10_000 }, extent);
    expect(x).toBe(144);
    expect(y + 1000 * closer.scale).toBeGreaterThan(424 / 2);
    expect(heldView({ ...whole, x: 500 }, extent)).toEqual(whole);
  });

  it("keeps its middle in a window of another size, and stays whole when it was whole", () => {
    const wider = { ...extent, window: { width: 470, height: 300 } };
    expect(resizedView(whole, extent, wider)).toEqual(heldView({ scale: 0, x: 0, y: 0 }, wider));
    const closer = zoomedView(whole, 4, { x: 240, y: 212 }, extent);
    const resized = resizedView(closer, extent, wider);
    expect(resized.scale).toBe(closer.scale);
    const [before, after] = [under(closer, { x: 240, y: 212 }), under(resized, { x: 235, y: 150 })];
    expect(after[0]).toBeCloseTo(before[0] ?? 0);
    expect(after[1]).toBeCloseTo(before[1] ?? 0);
  });
});

describe("lengths and directions on a plan", () => {
  it("are measured in pixels, whatever the plan's ratio", () => {
    expect(pixelsBetween({ width: 400, height: 300 }, { x: 0, y: 0 }, { x: 1, y: 1 })).toBe(500);
  });

  it.each([
    [{ x: 0.5, y: 0.1 }, 0],
    [{ x: 0.9, y: 0.5 }, 90],
    [{ x: 0.5, y: 0.9 }, 180],
    [{ x: 0.1, y: 0.5 }, -90],
  ])("are measured clockwise from the upper edge", (to, degrees) => {
    expect(bearing({ width: 12_000, height: 8487 }, { x: 0.5, y: 0.5 }, to)).toBeCloseTo(degrees);
  });
});
