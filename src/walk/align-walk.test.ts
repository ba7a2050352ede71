import { describe, expect, it } from "vitest";
import { alignWalk, proposeSpots } from "./align-walk.ts";
import { thinned } from "./features.ts";
import { placeWalk } from "./place-walk.ts";
import { pathOf } from "./track.ts";
import type { KnownSpot, WalkSheet } from "./types.ts";
import { pointsOf, seenFrom, standsAlong } from "./walk.fixture.ts";
import { createSolver } from "./walk-solver.ts";
import { noState } from "./walk-state.ts";

const sheets: readonly WalkSheet[] = [{ id: "ground", aspect: 20 / 14, metres: 20 }];
/** At the later date, half of what was there has changed. */
const [before, after] = [pointsOf(300), [...pointsOf(300).slice(0, 150), ...pointsOf(300, 8).slice(150)]];

const spots: readonly KnownSpot[] = standsAlong(60)
  .filter((_, i) => i % 5 === 0)
  .slice(0, 8)
  .map((stand, i) => ({
    id: `spot ${i}`,
    sheet: "ground",
    x: stand.x / 20,
    y: 1 - stand.y / 14,
    heading: stand.heading,
    features: seenFrom(stand, before, { seed: 50 + i }),
  }));

/** A second walk, past the same spots half a metre to the side. */
const stands = standsAlong(54, -35)
  .slice(0, 32)
  .map((stand) => ({ ...stand, x: stand.x + 0.4, y: stand.y - 0.3 }));
const solver = createSolver(noState);
for (const [i, stand] of stands.entries()) solver.read(i / 3, 1, seenFrom(stand, after, { seed: i }));
const path = pathOf(solver.state());

describe("a second walk", () => {
  it("is placed by the spots of the first, without a tap", () => {
    const { taps, share, matches } = alignWalk(path, solver.state().keyframes, spots, sheets);
    expect(taps.length).toBeGreaterThan(4);
    expect(share).toBeGreaterThan(0.8);
    expect(Math.max(...matches.map(({ confidence }) => confidence))).toBeGreaterThan(0.8);
    const placed = placeWalk(path, taps, sheets);
    const errors = placed.pictures.map(({ x, y }, i) =>
      Math.hypot(x * 20 - stands[i]!.x, (1 - y) * 14 - stands[i]!.y),
    );
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.9)]).toBeLessThan(1);
  });

  it("is left to the person when the building is another one", () => {
    const others = spots.map((spot, i) => ({
      ...spot,
      features: seenFrom(standsAlong(60)[i * 5]!, pointsOf(300, 77), { seed: i }),
    }));
    expect(alignWalk(path, solver.state().keyframes, others, sheets).taps).toEqual([]);
  });

  it("ignores spots that contradict the path", () => {
    const moved = spots.map((spot, i) => (i === 4 ? { ...spot, x: spot.x + 0.4, y: spot.y - 0.3 } : spot));
    const { taps } = alignWalk(path, solver.state().keyframes, moved, sheets);
    const placed = placeWalk(path, taps, sheets);
    const errors = placed.pictures.map(({ x, y }, i) =>
      Math.hypot(x * 20 - stands[i]!.x, (1 - y) * 14 - stands[i]!.y),
    );
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.9)]).toBeLessThan(1.2);
  });
});

describe("a single 360 photo", () => {
  it("gets its spot proposed, best first", () => {
    const stand = { ...standsAlong(60)[30]!, heading: 200 };
    const found = proposeSpots(thinned(seenFrom(stand, after, { seed: 7 }), 700), spots);
    expect(found[0]?.spot).toBe("spot 6");
    expect(found[0]?.confidence).toBeGreaterThan(0.5);
  });

  it("gets none when nothing is alike", () => {
    expect(proposeSpots(seenFrom(stands[3]!, pointsOf(300, 123)), spots)).toEqual([]);
  });
});
