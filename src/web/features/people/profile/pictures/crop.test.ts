import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contain, mostZoom, pieceOf, push, resultSize, wholeCrop } from "./crop.ts";

const picture = { width: 4000, height: 3000 };
const anyPicture = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});
const anyCrop = fc.record({
  zoom: fc.double({ min: -2, max: 9, noNaN: true }),
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
});
const anyRatio = fc.constantFrom(1, 3);

describe("the piece cut out of a picture", () => {
  it("is initially the largest that fits, from the middle", () => {
    expect(pieceOf(wholeCrop, picture, 1)).toEqual({ left: 500, top: 0, width: 3000, height: 3000 });
    const wide = pieceOf(wholeCrop, picture, 3);
    expect(wide.left).toBe(0);
    expect(wide.width).toBe(4000);
    expect(wide.top).toBeCloseTo((3000 - 4000 / 3) / 2);
  });

  it("is half as wide at a zoom of 2", () => {
    expect(pieceOf({ zoom: 2, x: 0.5, y: 0.5 }, picture, 1).width).toBe(1500);
  });

  it("always stays inside the picture with its ratio, after any push or pinch", () => {
    fc.assert(
      fc.property(anyPicture, anyCrop, anyRatio, (size, crop, ratio) => {
        const piece = pieceOf(crop, size, ratio);
        const slack = 1e-6 * Math.max(size.width, size.height);
        expect(piece.left).toBeGreaterThanOrEqual(-slack);
        expect(piece.top).toBeGreaterThanOrEqual(-slack);
        expect(piece.left + piece.width).toBeLessThanOrEqual(size.width + slack);
        expect(piece.top + piece.height).toBeLessThanOrEqual(size.height + slack);
        expect(piece.width / piece.height).toBeCloseTo(ratio);
        expect(contain(crop, size, ratio).zoom).toBeLessThanOrEqual(mostZoom);
      }),
    );
  });

  it("follows the finger: a push to the right by half a frame reveals the part on the left", () => {
    const pushed = push({ zoom: 2, x: 0.5, y: 0.5 }, { x: 0.5, y: 0 }, picture, 1);
    expect(pieceOf(pushed, picture, 1).left).toBe(500);
  });

  it("becomes a picture of at most the requested width and is never enlarged", () => {
    expect(resultSize({ width: 3000, height: 1000 }, 1800, 3)).toEqual({ width: 1800, height: 600 });
    expect(resultSize({ width: 200, height: 200 }, 512, 1)).toEqual({ width: 200, height: 200 });
  });
});
