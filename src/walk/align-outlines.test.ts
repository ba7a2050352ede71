import { describe, expect, it } from "vitest";
import { alignOutlines } from "./align-outlines.ts";
import { turned } from "./angles.ts";
import { outlineOf } from "./outline.ts";
import { bestTurn, evidenceOf } from "./outline-evidence.ts";
import { framesOf } from "./sheet-frames.ts";
import type { Features, KnownSpot, WalkPath } from "./types.ts";
import { patch, pictureFrom, type Stand, standsAlong } from "./walk.fixture.ts";

/** Openings of one to two metres stay where they are; the later stage swaps light and dark and has another texture. */
const early = (face: number, u: number, v: number) =>
  (isOpening(face, u, v) ? 70 : 150) + texture(face, u, v, 1);
const late = (face: number, u: number, v: number) =>
  (isOpening(face, u, v) ? 210 : 110) + texture(face, u, v, 9);
const isOpening = (face: number, u: number, v: number) =>
  face < 4 && patch(face, u >> 3, 0) % 3 === 0 && (u & 7) < 5 && v > 2 && v < 9;
const texture = (face: number, u: number, v: number, seed: number) => patch(face, u + seed * 50, v) % 12;

const outlined = (stand: Stand, stage: typeof early): Features => ({
  count: 0,
  anglesRadians: new Float32Array(0),
  words: new Int32Array(0),
  levels: new Uint8Array(0),
  outline: outlineOf(pictureFrom(stand, 0, 256, stage)),
});

const ground = { id: "ground", aspect: 20 / 14, metres: 20 };
const upper = { ...ground, id: "upper" };
const spots: readonly KnownSpot[] = standsAlong(48)
  .filter((_, i) => i % 3 === 0)
  .map((stand, i) => ({
    id: `spot ${i}`,
    sheet: "ground",
    x: stand.x / 20,
    y: 1 - stand.y / 14,
    heading: stand.heading,
    features: outlined(stand, early),
  }));

const stands = standsAlong(40, -35)
  .slice(0, 28)
  .map((stand) => ({ ...stand, x: stand.x + 0.3, y: stand.y - 0.2 }));
const link = { quality: 0.9, turnError: 0.5, directionError: 2, stepError: 0.1 };
const path: WalkPath = {
  version: 1,
  pictures: stands.map(({ x, y, heading }, i) => ({
    at: i / 3,
    sharpness: 1,
    x: (x - 10) * 2,
    y: (y - 7) * 2,
    heading,
    storey: 0,
  })),
  links: stands.slice(1).map(() => link),
  stops: [],
  floorChanges: [],
  stepMetres: 0.5,
  tilt: { pitch: 0, roll: 0 },
  hasVision: true,
};
const keyframesOf = (stage: typeof early) =>
  stands.map((stand, picture) => ({ picture, features: outlined(stand, stage) }));
const later = keyframesOf(late);

describe("outlines", () => {
  it("give the turn between two building stages whose textures and contrasts differ", () => {
    const [stand] = stands;
    const first = outlineOf(pictureFrom(stand!, 0, 256, early));
    const second = outlineOf(pictureFrom({ ...stand!, heading: stand!.heading + 70 }, 0, 256, late));
    const { turn, value } = bestTurn(evidenceOf(first, second));
    expect(Math.abs(turned(turn - 70))).toBeLessThanOrEqual(5);
    expect(value).toBeGreaterThan(3);
  });
});

describe("a walk at another building stage", () => {
  it("is placed by outlines along the whole walk", () => {
    const { taps, spotsOf } = alignOutlines(path, later, spots, framesOf([ground]));
    expect(taps.length).toBeGreaterThan(5);
    for (const { picture, x, y, heading } of taps) {
      const { x: trueX, y: trueY, heading: trueHeading } = stands[picture]!;
      expect(Math.hypot(x * 20 - trueX, (1 - y) * 14 - trueY)).toBeLessThan(1);
      expect(Math.abs(turned(heading! - trueHeading))).toBeLessThan(8);
    }
    expect(spotsOf(20)!.length).toBeLessThan(spots.length / 2);
  });

  it("is left to the user when the floor is not certain", () => {
    expect(alignOutlines(path, later, spots, framesOf([ground, upper])).taps).toEqual([]);
  });

  it("is left to the user when the building is another one", () => {
    const mirrored = stands.map((stand, picture) => ({
      picture,
      features: outlined(stand, (face, u, v) => late(face ^ 1, 57 - u, v)),
    }));
    expect(alignOutlines(path, mirrored, spots, framesOf([ground])).taps).toEqual([]);
  });

  it("is left to the user without a scale, and with features stored without outlines", () => {
    expect(alignOutlines(path, later, spots, framesOf([{ id: "ground", aspect: 20 / 14 }])).taps).toEqual([]);
    const stored = later.map(({ picture, features }) => ({
      picture,
      features: { ...features, outline: undefined },
    }));
    expect(alignOutlines(path, stored, spots, framesOf([ground])).taps).toEqual([]);
  });
});
