import { describe, expect, it } from "vitest";
import { RADIANS, turned } from "./angles.ts";
import { measurePair } from "./measure-pair.ts";
import { pointsOf, type Stand, seenFrom } from "./walk.fixture.ts";

const points = pointsOf(300);

/** Degrees between what was measured and the truth. */
function errorsOf(from: Stand, to: Stand) {
  const measured = measurePair(seenFrom(from, points), seenFrom(to, points, { seed: 2 }));
  if (measured === undefined) throw new Error("Nothing was measured.");
  const azimuth = Math.atan2(to.x - from.x, to.y - from.y) / RADIANS;
  return {
    ...measured,
    turn: Math.abs(turned(measured.pose.turn / RADIANS - (to.heading - from.heading))),
    direction: Math.abs(turned(measured.pose.direction / RADIANS - (azimuth - from.heading))),
  };
}

describe("a pair of pictures", () => {
  it.each([-175, -128, -60, -2, 0, 33, 90, 128, 179])("is measured over a turn of %i degrees", (turn) => {
    const from = { x: 8, y: 6, heading: 40 };
    const { turn: off, direction, quality } = errorsOf(from, { x: 8.5, y: 6.4, heading: 40 + turn });
    expect(off).toBeLessThan(0.3);
    expect(direction).toBeLessThan(2.5);
    expect(quality).toBeGreaterThan(0.6);
  });

  it.each([0, 60, 120, 180, 240, 300])("has its step in the direction of %i degrees", (direction) => {
    const from = { x: 9, y: 7, heading: 10 };
    const azimuth = (direction + 10) * RADIANS;
    const to = { x: 9 + 0.6 * Math.sin(azimuth), y: 7 + 0.6 * Math.cos(azimuth), heading: 25 };
    expect(errorsOf(from, to).direction).toBeLessThan(2.5);
  });

  it("is measured although the camera is tilted", () => {
    const from = { x: 8, y: 6, heading: 40, pitch: 1.5, roll: -1 };
    const { turn, direction } = errorsOf(from, { x: 8.4, y: 6.5, heading: 100, pitch: 2.5, roll: 1 });
    expect(turn).toBeLessThan(0.4);
    expect(direction).toBeLessThan(3);
  });

  it("finds the climb of stairs", () => {
    const from = { x: 8, y: 6, z: 1.2, heading: 0 };
    const { pose } = errorsOf(from, { x: 8, y: 6.4, z: 1.45, heading: 5 });
    expect(pose.climb / RADIANS).toBeGreaterThan(26);
    expect(pose.climb / RADIANS).toBeLessThan(38);
  });

  it("shows no movement while the camera stands still", () => {
    const from = { x: 8, y: 6, heading: 0 };
    expect(errorsOf(from, { x: 8.01, y: 6, heading: 50 }).parallax).toBeLessThan(0.022);
    expect(errorsOf(from, { x: 8.5, y: 6, heading: 50 }).parallax).toBeGreaterThan(0.022);
  });

  it("measures distances in units of the step", () => {
    const from = { x: 8, y: 6, heading: 0 };
    const { points: found } = errorsOf(from, { x: 8, y: 6.5, heading: 0 });
    const far = [...found.fromFirst].filter((_, i) => found.parallax[i]! > 0.05).toSorted((a, b) => a - b);
    const median = far[far.length >> 1]!;
    expect(median * 0.5).toBeGreaterThan(2);
    expect(median * 0.5).toBeLessThan(8);
  });

  it("has no quality when the pictures show different rooms", () => {
    const stand = { x: 8, y: 6, heading: 0 };
    const other = measurePair(seenFrom(stand, points), seenFrom(stand, pointsOf(300, 99)));
    expect(other?.quality ?? 0).toBeLessThan(0.1);
  });
});
