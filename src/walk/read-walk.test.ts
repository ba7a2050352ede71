import { deserialize, serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { RADIANS, turned } from "./angles.ts";
import { placeWalk } from "./place-walk.ts";
import { createWalkReader } from "./read-walk.ts";
import { pathOf } from "./track.ts";
import { pictureFrom, pointsOf, type Stand, seenFrom, standsAlong } from "./walk.fixture.ts";
import { createSolver } from "./walk-solver.ts";
import { noState } from "./walk-state.ts";

const points = pointsOf(300);

/** The path of a camera at these stands, three a second. */
function pathThrough(stands: readonly Stand[]) {
  const solver = createSolver(noState);
  for (const [i, stand] of stands.entries()) solver.read(i / 3, 100, seenFrom(stand, points, { seed: i }));
  return pathOf(solver.state());
}

/** At an uneven pace. */
const wholeWalk = standsAlong(60).filter((_, i) => i % 7 !== 3);
const wholePath = pathThrough(wholeWalk);

describe("the path of a walk", () => {
  it("follows the camera, whatever its mounting and its pace", () => {
    const [stands, path] = [wholeWalk, wholePath];
    expect(path.hasVision).toBe(true);
    expect(path.pictures).toHaveLength(stands.length);
    const taps = [0, stands.length - 1].map((picture) => ({
      picture,
      sheet: "a",
      x: stands[picture]!.x / 20,
      y: 1 - stands[picture]!.y / 14,
    }));
    const placed = placeWalk(path, taps, [{ id: "a", aspect: 20 / 14, metres: 20 }]);
    const errors = placed.pictures.map(({ x, y }, i) =>
      Math.hypot(x * 20 - stands[i]!.x, (1 - y) * 14 - stands[i]!.y),
    );
    expect(Math.max(...errors)).toBeLessThan(0.6);
    const turns = placed.pictures.map(({ heading }, i) => Math.abs(turned(heading - stands[i]!.heading)));
    expect(Math.max(...turns)).toBeLessThan(6);
  });

  it("knows its scale from the height of the camera", () => {
    const path = wholePath;
    const truth = wholeWalk
      .slice(1)
      .map(({ x, y }, i) => {
        const before = wholeWalk[i]!;
        return Math.hypot(x - before.x, y - before.y);
      });
    const median = truth.toSorted((a, b) => a - b)[truth.length >> 1]!;
    expect(path.stepMetres / median).toBeGreaterThan(0.75);
    expect(path.stepMetres / median).toBeLessThan(1.3);
  });

  it("reports the tilt that the whole video shares", () => {
    const path = pathThrough(standsAlong(30).map((stand) => ({ ...stand, pitch: 2.5, roll: -1.5 })));
    expect(path.tilt.pitch).toBeCloseTo(2.5, 0);
    expect(path.tilt.roll).toBeCloseTo(-1.5, 0);
  });

  it("merges the pictures of a stop", () => {
    const stands = standsAlong(40);
    const still = stands[20]!;
    const path = pathThrough([
      ...stands.slice(0, 20),
      ...Array.from({ length: 9 }, (_, i) => ({ ...still, heading: still.heading + i * 12 })),
      ...stands.slice(21),
    ]);
    expect(path.stops).toHaveLength(1);
    expect(path.stops[0]!.from).toBeGreaterThanOrEqual(19);
    expect(path.stops[0]!.to).toBeLessThanOrEqual(29);
    const [first, last] = [path.pictures[21]!, path.pictures[27]!];
    expect(Math.hypot(first.x - last.x, first.y - last.y)).toBeLessThan(0.1);
    expect(Math.abs(turned(last.heading - first.heading - 72))).toBeLessThan(3);
  });

  it("marks the pair at which the video was interrupted", () => {
    const stands = standsAlong(60).slice(0, 40);
    const solver = createSolver(noState);
    const elsewhere = pointsOf(300, 50);
    for (const [i, stand] of stands.entries())
      solver.read(i / 3, 100, seenFrom(stand, i < 25 ? points : elsewhere, { seed: i }));
    const { links } = pathOf(solver.state());
    const lowest = links.reduce((best, { quality }, i) => (quality < links[best]!.quality ? i : best), 0);
    expect(links[lowest]!.quality).toBeLessThan(0.1);
    expect(lowest).toBeGreaterThanOrEqual(23);
    expect(lowest).toBeLessThanOrEqual(29);
  });

  it("has no vision in the dark, and says so", () => {
    const solver = createSolver(noState);
    const nothing = { ...seenFrom(standsAlong(20)[0]!, points), count: 0 };
    for (let i = 0; i < 20; i++) solver.read(i / 3, 1, nothing);
    expect(pathOf(solver.state()).hasVision).toBe(false);
  });
});

describe("a reader", () => {
  const stands = standsAlong(60).slice(0, 6);
  const pictures = stands.map((stand, i) => pictureFrom(stand, i / 3, 320));

  it("gives the same path after it was stopped and continued", () => {
    const whole = createWalkReader();
    for (const picture of pictures) whole.add(picture);
    const expected = whole.path();
    for (const end of [1, 4]) {
      const first = createWalkReader();
      for (const picture of pictures.slice(0, end)) first.add(picture);
      const state = deserialize(serialize(first.state())) as ReturnType<typeof first.state>;
      const second = createWalkReader(state);
      for (const picture of pictures) second.add(picture);
      expect(second.path()).toEqual(expected);
    }
    expect(expected.pictures).toHaveLength(6);
  });

  it("keeps the sharpest picture of each time slot", () => {
    const blurred = pictures.map((picture) => ({
      ...picture,
      at: picture.at + 0.1,
      grey: picture.grey.map((value, at) => (value + (picture.grey[at + 1] ?? value)) >> 1),
    }));
    const reader = createWalkReader();
    for (const [i, picture] of pictures.slice(0, 3).entries()) {
      reader.add(picture);
      reader.add(blurred[i]!);
    }
    expect(reader.path().pictures.map(({ at }) => at)).toEqual(pictures.slice(0, 3).map(({ at }) => at));
  });

  it("can be asked for a path before the first picture", () => {
    const path = createWalkReader().path();
    expect(path.pictures).toEqual([]);
    expect(path.hasVision).toBe(false);
  });

  it("writes a path that is small as JSON", () => {
    const path = wholePath;
    expect(JSON.stringify(path).length / path.pictures.length).toBeLessThan(260);
    expect(JSON.parse(JSON.stringify(path))).toEqual(path);
  });
});

describe("a track", () => {
  it("counts headings clockwise", () => {
    const path = pathThrough([
      { x: 8, y: 6, heading: 0 },
      { x: 8, y: 6.5, heading: 30 },
      { x: 8.2, y: 7, heading: 60 },
    ]);
    const [first, , last] = path.pictures;
    expect(Math.abs(turned(last!.heading - first!.heading - 60))).toBeLessThan(1);
    // Heading 0 of the track is that of the first picture: ahead is y, and to the right is x.
    expect(last!.y).toBeGreaterThan(Math.abs(last!.x));
    expect(last!.x).toBeGreaterThan(0);
    expect(Math.cos(first!.heading * RADIANS)).toBeCloseTo(1, 3);
  });
});
