import { DEPTH, EYE, STOREY, WIDTH } from "../../scripts/demo/building/plan.ts";
import { placeWalk } from "../../src/walk/place-walk.ts";
import type { PlacedWalk, WalkPath, WalkSheet, WalkTap } from "../../src/walk/types.ts";
import { percentile } from "../lib/stats.ts";
import { createNoise, type TruePosition } from "./videos.ts";

/** The floor plans of the demo building, without a scale: users seldom enter one. */
export const SHEETS: readonly WalkSheet[] = [
  { id: "0", aspect: WIDTH / DEPTH },
  { id: "1", aspect: WIDTH / DEPTH },
];

const TAP_ERROR = 0.15;

export const floorOf = ({ z }: TruePosition) => (z - EYE > STOREY / 2 ? "1" : "0");

/** A press near the true position, by a hand that is 15 cm off. */
export function tapAt(truth: readonly TruePosition[], picture: number, seed: number): WalkTap {
  const noise = createNoise(seed * 7919 + picture);
  const { x, y } = truth[picture]!;
  return {
    picture,
    sheet: floorOf(truth[picture]!),
    x: (x + TAP_ERROR * noise()) / WIDTH,
    y: 1 - (y + TAP_ERROR * noise()) / DEPTH,
  };
}

/** The walk after `count` presses: its ends, then each time the picture that the program is least sure of. */
export function placedBy(
  path: WalkPath,
  truth: readonly TruePosition[],
  count: number,
  seed = 1,
): PlacedWalk {
  const taps = [tapAt(truth, 0, seed), tapAt(truth, truth.length - 1, seed)];
  for (;;) {
    const placed = placeWalk(path, taps, SHEETS);
    if (taps.length >= count) return placed;
    const next = placed.next ?? widest(taps, truth.length);
    taps.push(tapAt(truth, next, seed));
  }
}

/** The middle of the longest stretch without a press. */
function widest(taps: readonly WalkTap[], count: number): number {
  const at = [...taps.map(({ picture }) => picture), count - 1].toSorted((a, b) => a - b);
  let [longest, middle] = [0, 0];
  for (let i = 1; i < at.length; i++)
    if (at[i]! - at[i - 1]! > longest) {
      longest = at[i]! - at[i - 1]!;
      middle = (at[i]! + at[i - 1]!) >> 1;
    }
  return middle;
}

/** Without vision: presses at even intervals, everything else spread between them by time. */
export function placedByTime(
  path: WalkPath,
  truth: readonly TruePosition[],
  count: number,
  seed = 1,
): PlacedWalk {
  const taps = Array.from({ length: count }, (_, i) =>
    tapAt(truth, Math.round((i * (truth.length - 1)) / (count - 1)), seed),
  );
  return placeWalk({ ...path, hasVision: false }, taps, SHEETS);
}

/** The same path with its directions, but at a constant pace. */
export function atConstantPace(path: WalkPath): WalkPath {
  let [x, y] = [0, 0];
  const steps = path.pictures.slice(1).map((picture, i) => {
    const before = path.pictures[i]!;
    return { dx: picture.x - before.x, dy: picture.y - before.y, seconds: picture.at - before.at };
  });
  const pictures = path.pictures.map((picture, i) => {
    if (i > 0) {
      const { dx, dy, seconds } = steps[i - 1]!;
      const length = Math.hypot(dx, dy);
      if (length > 0.01) {
        x += (dx / length) * seconds * 3;
        y += (dy / length) * seconds * 3;
      }
    }
    return { ...picture, x, y };
  });
  return { ...path, pictures };
}

export interface Verdict {
  readonly median: number;
  readonly p90: number;
  readonly worst: number;
  /** Share of the pictures that are drawn dashed, and the p90 of the others. */
  readonly dashed: number;
  readonly undashed: number;
  readonly heading: number;
}

/** Distances from the truth in metres. */
export function verdictOf(placed: PlacedWalk, truth: readonly TruePosition[]): Verdict {
  const errors = placed.pictures.map(({ x, y, isUncertain }, i) => ({
    metres: Math.hypot(x * WIDTH - truth[i]!.x, (1 - y) * DEPTH - truth[i]!.y),
    isUncertain,
  }));
  const metres = errors.map((error) => error.metres);
  const sure = errors.filter(({ isUncertain }) => !isUncertain).map((error) => error.metres);
  const turns = placed.pictures.map(({ heading }, i) =>
    Math.abs(((((heading - truth[i]!.heading + 180) % 360) + 360) % 360) - 180),
  );
  return {
    median: percentile(metres, 0.5),
    p90: percentile(metres, 0.9),
    worst: Math.max(...metres),
    dashed: 1 - sure.length / metres.length,
    undashed: sure.length === 0 ? 0 : percentile(sure, 0.9),
    heading: percentile(turns, 0.5),
  };
}
