import { describe, expect, it } from "vitest";
import { bearing, frameOf, pixelsBetween, roundLength } from "./plan-frame.ts";

const frame = frameOf(12_000, 8487);

describe("a floor plan's frame", () => {
  it("maps one pixel of the floor plan to one of the screen at its finest zoom, and returns positions unchanged", () => {
    const place = frame.toPlace({ x: 1, y: 1 });
    expect(place.lng * 2 ** frame.finest).toBeCloseTo(12_000);
    expect(-place.lat * 2 ** frame.finest).toBeCloseTo(8487);
    const back = frame.toPoint(frame.toPlace({ x: 0.3, y: 0.7 }));
    expect(back.x).toBeCloseTo(0.3);
    expect(back.y).toBeCloseTo(0.7);
  });

  it("clamps positions to the floor plan", () => {
    expect(frame.toPoint({ lat: 1, lng: -1 })).toEqual({ x: 0, y: 0 });
  });

  it("measures in pixels, for any aspect ratio", () => {
    expect(pixelsBetween({ width: 400, height: 300 }, { x: 0, y: 0 }, { x: 1, y: 1 })).toBe(500);
  });

  it.each([
    [{ x: 0.5, y: 0.1 }, 0],
    [{ x: 0.9, y: 0.5 }, 90],
    [{ x: 0.5, y: 0.9 }, 180],
    [{ x: 0.1, y: 0.5 }, -90],
  ])("returns the direction of north, clockwise from the upper edge", (to, degrees) => {
    expect(bearing(frame, { x: 0.5, y: 0.5 }, to)).toBeCloseTo(degrees);
  });
});

describe("the scale bar", () => {
  it.each([
    [0.9, 0.5],
    [3, 2],
    [10, 10],
    [87, 50],
  ])("has a round length of at most %f m", (longest, length) => {
    expect(roundLength(longest)).toBeCloseTo(length);
  });
});
