import { describe, expect, it } from "vitest";
import { turned } from "./angles.ts";
import { createCarrier } from "./carrier.ts";
import { findFeatures } from "./features.ts";
import { distancesOf, mutualMatches } from "./match.ts";
import { measurePair } from "./measure-pair.ts";
import { resize, sharpnessOf } from "./pyramid.ts";
import type { Features, GreyPicture } from "./types.ts";
import { pictureFrom, pointsOf, seenFrom } from "./walk.fixture.ts";

/** The picture of a camera that turned by whole columns. */
function shifted({ grey, ...picture }: GreyPicture, columns: number): GreyPicture {
  const out = new Uint8Array(grey.length);
  for (let at = 0; at < grey.length; at++) {
    const row = at - (at % picture.width);
    out[row + ((at + columns) % picture.width)] = grey[at]!;
  }
  return { ...picture, grey: out };
}

const picture = pictureFrom({ x: 6, y: 5, heading: 30 }, 0);

describe("features", () => {
  it("are found again after a turn over the seam", () => {
    const [first, second] = [findFeatures(picture, 600), findFeatures(shifted(picture, 200), 600)];
    const matches = mutualMatches(distancesOf(first, second), 0.95);
    expect(matches.count).toBeGreaterThan(200);
    const turn = (200 / picture.width) * 2 * Math.PI;
    const right = [...matches.a].filter((a, m) => {
      const moved = second.anglesRadians[matches.b[m]! * 2]! - first.anglesRadians[a * 2]!;
      return Math.abs(Math.atan2(Math.sin(moved - turn), Math.cos(moved - turn))) < 0.02;
    });
    expect(right.length / matches.count).toBeGreaterThan(0.8);
  });

  it("give the turn and the step between two pictures", () => {
    const other = pictureFrom({ x: 6.3, y: 5.4, heading: 170 }, 1);
    const measured = measurePair(findFeatures(picture, 1000), findFeatures(other, 1000));
    expect(measured).toBeDefined();
    expect(Math.abs(turned((measured!.pose.turn * 180) / Math.PI - 140))).toBeLessThan(1.5);
    const azimuth = (Math.atan2(0.3, 0.4) * 180) / Math.PI;
    expect(Math.abs(turned((measured!.pose.direction * 180) / Math.PI - (azimuth - 30)))).toBeLessThan(8);
  });

  it("are spread over the picture and ordered by pitch", () => {
    const { anglesRadians, count } = findFeatures(picture, 400);
    expect(count).toBe(400);
    const pitches = Array.from({ length: count }, (_, i) => anglesRadians[i * 2 + 1]!);
    expect(pitches).toEqual(pitches.toSorted((a, b) => b - a));
    const quarters = [0, 0, 0, 0];
    for (let i = 0; i < count; i++)
      quarters[Math.min(3, Math.floor((anglesRadians[i * 2]! / Math.PI + 1) * 2))]!++;
    expect(Math.min(...quarters)).toBeGreaterThan(50);
  });

  it("do not need a contrast", () => {
    const pale = { ...picture, grey: picture.grey.map((value) => 200 + (value >> 3)) };
    expect(findFeatures(pale, 400).count).toBeGreaterThan(20);
    const blank = { ...picture, grey: new Uint8Array(picture.grey.length).fill(200) };
    expect(findFeatures(blank, 400).count).toBe(0);
  });
});

describe("sharpness", () => {
  it("falls when a picture is blurred", () => {
    const small = resize(picture.grey, picture.width, picture.height, 300, 150);
    const blurred = { ...picture, grey: new Uint8Array(picture.grey.length) };
    for (let at = 2; at < blurred.grey.length - 2; at++)
      blurred.grey[at] =
        (picture.grey[at - 2]! +
          picture.grey[at - 1]! +
          picture.grey[at]! +
          picture.grey[at + 1]! +
          picture.grey[at + 2]!) /
        5;
    expect(small.length).toBe(300 * 150);
    expect(sharpnessOf(picture)).toBeGreaterThan(2 * sharpnessOf(blurred));
  });
});

describe("the carrier", () => {
  it("is masked once it has turned with the camera, and nothing else", () => {
    const points = pointsOf(600);
    /** Corners of a helmet at the lower edge: the same in every picture. */
    const helmet = pointsOf(900, 5).slice(0, 60);
    const withHelmet = (features: Features): Features => {
      const count = features.count + helmet.length;
      const anglesRadians = new Float32Array(count * 2);
      const words = new Int32Array(count * 8);
      anglesRadians.set(features.anglesRadians);
      words.set(features.words);
      for (const [i, point] of helmet.entries()) {
        anglesRadians.set(
          [-0.3 + (i % 10) * 0.06, -0.8 - Math.floor(i / 10) * 0.02],
          (features.count + i) * 2,
        );
        words.set(point.words, (features.count + i) * 8);
      }
      return { count, anglesRadians, words, levels: new Uint8Array(count) };
    };
    const carrier = createCarrier({ still: new Float32Array(0), seen: new Float32Array(0) });
    const seen = [0, 25, 50, 80, 110, 140].map((heading, i) =>
      withHelmet(seenFrom({ x: 7 + i * 0.4, y: 6, heading }, points, { seed: i })),
    );
    for (let i = 1; i < seen.length; i++) {
      const measured = measurePair(seen[i - 1]!, seen[i]!);
      if (measured) carrier.learn(seen[i - 1]!, seen[i]!, measured);
    }
    const last = seen.at(-1)!;
    const kept = carrier.without(last);
    expect(last.count - kept.count).toBeGreaterThanOrEqual(50);
    expect(last.count - kept.count).toBeLessThan(100);
  });
});
