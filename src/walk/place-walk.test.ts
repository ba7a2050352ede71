import { describe, expect, it } from "vitest";
import { RADIANS, turned } from "./angles.ts";
import { type Chain, corrected, createCovariance, effectOf, noCorrections } from "./chain.ts";
import { solveChain } from "./place-solve.ts";
import { placeWalk } from "./place-walk.ts";
import type { WalkLink, WalkPath, WalkSheet, WalkTap } from "./types.ts";
import { createNumbers } from "./walk.fixture.ts";

const good: WalkLink = { quality: 0.9, turnError: 0.6, directionError: 3, stepError: 0.12 };
const bad: WalkLink = { quality: 0, turnError: 60, directionError: 60, stepError: 0.8 };
const sheets: readonly WalkSheet[] = [{ id: "ground", aspect: 2, metres: 60 }];

interface Place {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** A course of half-metre steps on a floor plan of 60 by 30 metres, y upwards. */
function courseOf(count: number): Place[] {
  let [x, y, heading] = [10, 8, 30];
  return Array.from({ length: count }, (_, i) => {
    const place = { x, y, heading: ((heading % 360) + 360) % 360 };
    heading += 9 * Math.sin(i / 6) + 3;
    x += 0.5 * Math.sin(heading * RADIANS);
    y += 0.5 * Math.cos(heading * RADIANS);
    return place;
  });
}

/** The path that vision gives of a course: in a frame of its own, with a drift of `bend` degrees per step. */
function pathOf(
  course: readonly Place[],
  { bend = 0, links = {} as Record<number, WalkLink> } = {},
): WalkPath {
  let [x, y] = [0, 0];
  const frame = -course[0]!.heading;
  const pictures = course.map((place, i) => {
    const before = course[i - 1];
    if (before) {
      const length = Math.hypot(place.x - before.x, place.y - before.y) * 2;
      const azimuth = Math.atan2(place.x - before.x, place.y - before.y) + (frame + bend * i) * RADIANS;
      x += length * Math.sin(azimuth);
      y += length * Math.cos(azimuth);
    }
    return { at: i / 3, sharpness: 1, x, y, heading: place.heading + frame + bend * i, storey: 0 };
  });
  return {
    version: 1,
    pictures,
    links: pictures.slice(1).map((_, i) => links[i] ?? good),
    stops: [],
    floorChanges: [],
    stepMetres: 0.5,
    tilt: { pitch: 0, roll: 0 },
    hasVision: true,
  };
}

const tapAt = (course: readonly Place[], picture: number, sheet = "ground"): WalkTap => ({
  picture,
  sheet,
  x: course[picture]!.x / 60,
  y: 1 - course[picture]!.y / 30,
});

const errorsOf = (placed: ReturnType<typeof placeWalk>, course: readonly Place[]) =>
  placed.pictures.map(({ x, y }, i) => Math.hypot(x * 60 - course[i]!.x, (1 - y) * 30 - course[i]!.y));

const course = courseOf(120);

describe("placing a walk", () => {
  it("needs two taps for a path without errors", () => {
    const placed = placeWalk(pathOf(course), [tapAt(course, 0), tapAt(course, 119)], sheets);
    expect(placed.method).toBe("vision");
    expect(Math.max(...errorsOf(placed, course))).toBeLessThan(0.01);
    const turns = placed.pictures.map(({ heading }, i) => Math.abs(turned(heading - course[i]!.heading)));
    expect(Math.max(...turns)).toBeLessThan(0.1);
  });

  it("bends a drifting path along its whole length", () => {
    const path = pathOf(course, { bend: 0.25 });
    const two = placeWalk(path, [tapAt(course, 0), tapAt(course, 119)], sheets);
    const four = placeWalk(
      path,
      [0, 40, 80, 119].map((picture) => tapAt(course, picture)),
      sheets,
    );
    expect(Math.max(...errorsOf(four, course))).toBeLessThan(0.8);
    expect(Math.max(...errorsOf(four, course))).toBeLessThan(Math.max(...errorsOf(two, course)));
  });

  it("keeps the path between taps that are close to each other", () => {
    const taps = [0, 60, 62, 119].map((picture) => tapAt(course, picture));
    const shifted = taps.map((tap, i) => (i === 2 ? { ...tap, x: tap.x + 0.4 / 60 } : tap));
    const placed = placeWalk(pathOf(course), shifted, sheets);
    expect(Math.max(...errorsOf(placed, course))).toBeLessThan(0.6);
  });

  it("draws the stretch of a bad pair dashed, and asks for a picture in it or behind it", () => {
    const path = pathOf(course, { links: { 70: bad } });
    const broken = {
      ...path,
      pictures: path.pictures.map((picture, i) => (i > 70 ? { ...picture, x: picture.x + 4 } : picture)),
    };
    const taps = [0, 60, 119].map((picture) => tapAt(course, picture));
    const placed = placeWalk(broken, taps, sheets);
    expect(placed.uncertain.some(({ from, to }) => from <= 72 && to >= 90)).toBe(true);
    expect(placed.pictures[40]!.isUncertain).toBe(false);
    const wrong = errorsOf(placed, course).map((error, i) => error > 1 && !placed.pictures[i]!.isUncertain);
    expect(wrong.filter(Boolean)).toHaveLength(0);
    const next = placed.next!;
    expect(next).toBeGreaterThan(70);
    const again = placeWalk(broken, [...taps, tapAt(course, next)], sheets);
    const worst = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.9)]!;
    expect(worst(errorsOf(again, course))).toBeLessThanOrEqual(worst(errorsOf(placed, course)) + 0.05);
    expect(again.pictures.filter(({ isUncertain }) => isUncertain).length).toBeLessThan(
      placed.pictures.filter(({ isUncertain }) => isUncertain).length,
    );
  });

  it("expects no error at a tap and the largest far from all", () => {
    const placed = placeWalk(
      pathOf(course),
      [0, 119].map((picture) => tapAt(course, picture)),
      sheets,
    );
    expect(placed.pictures[0]!.error).toBeLessThan(0.5);
    const largest = placed.pictures.reduce(
      (best, { error }, i, all) => (error > all[best]!.error ? i : best),
      0,
    );
    expect(largest).toBeGreaterThan(20);
    expect(largest).toBeLessThan(100);
  });

  it("asks for the first picture, then for the other end", () => {
    expect(placeWalk(pathOf(course), [], sheets).next).toBe(0);
    expect(placeWalk(pathOf(course), [tapAt(course, 0)], sheets).next).toBe(119);
    expect(placeWalk(pathOf(course), [tapAt(course, 100)], sheets).next).toBe(0);
  });

  it("names a tap that contradicts the others", () => {
    const taps = [0, 25, 50, 75, 95, 119].map((picture) => tapAt(course, picture));
    const wrong = taps.map((tap, i) => (i === 3 ? { ...tap, x: tap.x + 8 / 60 } : tap));
    expect(placeWalk(pathOf(course), taps, sheets).doubtful).toEqual([]);
    expect(placeWalk(pathOf(course), wrong, sheets).doubtful).toContain(3);
  });

  it("places a walk by one tap with a heading where the scale is known", () => {
    const tap = { ...tapAt(course, 10), heading: course[10]!.heading };
    const placed = placeWalk(pathOf(course), [tap], sheets);
    expect(placed.method).toBe("vision");
    expect(Math.max(...errorsOf(placed, course))).toBeLessThan(0.05);
    expect(placed.pictures.at(-1)!.isUncertain).toBe(true);
  });

  it("spreads pictures by time without vision, and says so", () => {
    const path = { ...pathOf(course), hasVision: false };
    const taps = [0, 60, 119].map((picture) => tapAt(course, picture));
    const placed = placeWalk(path, taps, sheets);
    expect(placed.method).toBe("time");
    const [a, middle, b] = [0, 30, 60].map((picture) => placed.pictures[picture]!);
    expect(middle!.x).toBeCloseTo((a!.x + b!.x) / 2, 6);
    expect(placed.pictures.filter(({ isUncertain }) => isUncertain).length).toBeGreaterThan(60);
    expect(placed.next).toBeDefined();
  });

  it("ignores taps on floor plans that are gone", () => {
    expect(placeWalk(pathOf(course), [tapAt(course, 3, "gone")], sheets).pictures).toEqual([]);
  });

  it("changes the floor plan where the path climbs", () => {
    const two: readonly WalkSheet[] = [...sheets, { id: "first", aspect: 2, metres: 60 }];
    const path = { ...pathOf(course), floorChanges: [{ at: 50, storeys: 1 }] };
    const taps = [
      tapAt(course, 0),
      tapAt(course, 30),
      tapAt(course, 80, "first"),
      tapAt(course, 119, "first"),
    ];
    const placed = placeWalk(path, taps, two);
    expect(placed.pictures.map(({ sheet }) => sheet).indexOf("first")).toBe(50);
    expect(Math.max(...errorsOf(placed, course))).toBeLessThan(0.2);
  });

  it("follows a floor plan that is drawn with another origin", () => {
    const two: readonly WalkSheet[] = [...sheets, { id: "first", aspect: 2, metres: 60 }];
    const path = { ...pathOf(course), floorChanges: [{ at: 50, storeys: 1 }] };
    const moved = (picture: number) => ({
      ...tapAt(course, picture, "first"),
      x: (course[picture]!.x + 3) / 60,
    });
    const placed = placeWalk(path, [tapAt(course, 0), tapAt(course, 45), moved(55), moved(119)], two);
    const errors = placed.pictures.map(({ x, y, sheet }, i) =>
      Math.hypot(x * 60 - course[i]!.x - (sheet === "first" ? 3 : 0), (1 - y) * 30 - course[i]!.y),
    );
    expect(Math.max(...errors)).toBeLessThan(0.5);
  });
});

/** A chain with random steps and doubts. */
function chainOf(count: number): Chain {
  const number = createNumbers(3);
  let [x, y] = [0, 0];
  const places = Array.from({ length: count }, () => {
    const place = [x, y] as const;
    x += number() - 0.3;
    y += number() - 0.3;
    return place;
  });
  const variances = (size: number) => Float64Array.from({ length: count }, () => size * number());
  return {
    x: Float64Array.from(places, ([a]) => a),
    y: Float64Array.from(places, ([, b]) => b),
    heading: new Float64Array(count),
    doubts: {
      bend: variances(0.01),
      stretch: variances(0.01),
      along: variances(0.05),
      across: variances(0.05),
      jump: variances(0.01),
    },
  };
}

describe("a chain", () => {
  it("has the covariances that its steps add up to", () => {
    const chain = chainOf(12);
    const { doubts } = chain;
    /** Effect of one unit of one doubt on the position of a picture. */
    const effect = (change: (corrections: ReturnType<typeof noCorrections>) => void, m: number) => {
      const corrections = noCorrections(12);
      change(corrections);
      const all = effectOf(chain, corrections);
      return [all[m * 3]!, all[m * 3 + 1]!] as const;
    };
    const expected = [0, 0, 0, 0];
    for (let i = 0; i < 12; i++) {
      const [dx, dy] = i === 0 ? [0, 0] : [chain.x[i]! - chain.x[i - 1]!, chain.y[i]! - chain.y[i - 1]!];
      const sources: readonly (readonly [number, (c: ReturnType<typeof noCorrections>) => void])[] = [
        [doubts.bend[i]!, (c) => (c.bend[i] = 1)],
        [doubts.stretch[i]!, (c) => (c.stretch[i] = 1)],
        [doubts.along[i]!, (c) => ([c.x[i], c.y[i]] = [dx, dy])],
        [doubts.across[i]!, (c) => ([c.x[i], c.y[i]] = [dy, -dx])],
        [doubts.jump[i]!, (c) => (c.x[i] = 1)],
        [doubts.jump[i]!, (c) => (c.y[i] = 1)],
      ];
      for (const [variance, change] of sources) {
        const [a, b] = [effect(change, 5), effect(change, 9)];
        for (let k = 0; k < 4; k++) expected[k]! += variance * a[k >> 1]! * b[k & 1]!;
      }
    }
    const block = new Float64Array(4);
    createCovariance(chain).position(5, 9, block);
    for (let k = 0; k < 4; k++) expect(block[k]).toBeCloseTo(expected[k]!, 9);
  });

  it("moves as its first-order effects say", () => {
    const chain = chainOf(12);
    const corrections = noCorrections(12);
    corrections.bend[4] = 1e-5;
    corrections.stretch[2] = -2e-5;
    corrections.x[6] = 3e-5;
    const [moved, effect] = [corrected(chain, corrections), effectOf(chain, corrections)];
    for (let m = 0; m < 12; m++) {
      expect(moved.x[m]! - chain.x[m]!).toBeCloseTo(effect[m * 3]!, 8);
      expect(moved.y[m]! - chain.y[m]!).toBeCloseTo(effect[m * 3 + 1]!, 8);
    }
  });

  it("is solved with work that grows with its length and no faster", () => {
    const fixesOf = (count: number) =>
      [0, 0.2, 0.5, 0.7, 1].map((share) => ({
        picture: Math.round(share * (count - 1)),
        x: share * 30,
        y: 5,
        error: 0.3,
      }));
    const blocks = [225, 450, 900, 1800].map((count) => solveChain(chainOf(count), fixesOf(count)).blocks);
    for (let i = 1; i < blocks.length; i++) expect(blocks[i]! / blocks[i - 1]!).toBeLessThan(2.05);
    // Two dozen operations each: well below a hundred thousand of them fit into a few milliseconds.
    expect(blocks[3]!).toBeLessThan(60_000);
  });
});
