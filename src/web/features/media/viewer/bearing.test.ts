import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextView } from "#panorama/projection/heading.ts";
import { bearingOf, compassPointOf } from "./bearing.ts";
import { sourceOf } from "./source.ts";
import { room } from "./test-rooms.ts";

describe("the compass", () => {
  it("counts clockwise from north, for any yaw of north in the picture", () => {
    expect(bearingOf(0, 0)).toBe(0);
    expect(bearingOf(90, 0)).toBe(90);
    expect(bearingOf(-90, 0)).toBe(270);
    expect(bearingOf(-100, 170)).toBe(90);
  });

  it("names the nearest of eight points, with north on both sides of zero", () => {
    expect([0, 22, 23, 180, 337, 338, 359.9].map(compassPointOf)).toEqual([
      "n",
      "n",
      "ne",
      "s",
      "nw",
      "n",
      "n",
    ]);
  });

  it("keeps its direction in the next room, whose picture has another north", () => {
    const angle = fc.double({ min: -180, max: 179.9, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, (yaw, northHere, northThere) => {
        const here = sourceOf(room({ north: northHere })) ?? undefined;
        const there = sourceOf(room({ north: northThere }));
        if (!there) throw new Error("a ready room has a picture");
        const after = nextView({ yaw, pitch: 0, fov: 60 }, here, there, { keepHeading: true });
        const turned = Math.abs(bearingOf(after.yaw, northThere) - bearingOf(yaw, northHere));
        expect(Math.min(turned, 360 - turned)).toBeLessThan(1e-6);
      }),
    );
  });
});
