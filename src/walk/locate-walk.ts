import { RADIANS, turned } from "./angles.ts";
import { type OutlineEvidence, peaksOf } from "./outline-evidence.ts";
import type { Frame } from "./sheet-frames.ts";
import { createSpotGrid, type LocatedSpot } from "./spot-grid.ts";
import type { WalkPath } from "./types.ts";

/** Where a walk lies on a floor plan, as one rotation and shift in metres: x to the right, y up. */
export interface Hypothesis {
  readonly sheet: string;
  /** Heading of the floor plan minus that of the path, degrees. */
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

/** Position of a keyframe under a hypothesis. */
export interface LocatedPose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Sum of the evidence above what chance gives. */
  readonly score: number;
}

export interface Located {
  readonly hypothesis: Hypothesis;
  readonly stretch: Stretch;
  /** Score of the best different hypothesis over the same keyframes. */
  readonly contested: number;
  /** The same of the best one that is a few metres beside it. */
  readonly blurred: number;
  /** The others, best first. */
  readonly others: readonly Hypothesis[];
}

/** Evidence per keyframe that wrong hypotheses reach on average once the best of all is taken. */
const CHANCE = 1.2;
/** One keyframe may not decide alone. */
const MOST = 3;

/**
 * Judges hypotheses by the sum of evidence along the walk: single pictures of another building stage are ambiguous, but
 * only one place has all of them agree (matching of sequences: SeqSLAM, Milford and Wyeth 2012).
 */
export function createJudge(
  path: WalkPath,
  pictures: readonly number[],
  grids: ReadonlyMap<string, ReturnType<typeof createSpotGrid>>,
  evidence: (keyframe: number, spot: LocatedSpot) => OutlineEvidence | undefined,
) {
  const keyframes = pictures.map((picture) => path.pictures[picture]!);
  const poseOf = ({ turn, x, y }: Hypothesis, k: number): LocatedPose => {
    const one = keyframes[k]!;
    const [c, s] = [Math.cos(turn * RADIANS) * path.stepMetres, Math.sin(turn * RADIANS) * path.stepMetres];
    return { x: x + c * one.x + s * one.y, y: y + c * one.y - s * one.x, heading: one.heading + turn };
  };
  const at = (hypothesis: Hypothesis, k: number) => {
    const grid = grids.get(hypothesis.sheet);
    if (grid === undefined) return 0;
    return Math.min(
      MOST,
      grid.evidenceAt(poseOf(hypothesis, k), (spot) => evidence(k, spot)),
    );
  };
  return {
    count: keyframes.length,
    poseOf,
    at,
    /** Whether a spot of the floor plan is so near that it would show in the evidence. */
    isCovered: (hypothesis: Hypothesis, k: number) =>
      grids.get(hypothesis.sheet)?.isNear(poseOf(hypothesis, k)) === true,
    /** Sum over keyframes, both ends included. */
    sum(hypothesis: Hypothesis, from: number, to: number): number {
      let sum = 0;
      for (let k = Math.max(0, from); k <= Math.min(keyframes.length - 1, to); k++) sum += at(hypothesis, k);
      return sum;
    },
    /** The stretch of the walk in which the hypothesis holds best. */
    stretchOf(hypothesis: Hypothesis, from = 0, to = keyframes.length - 1): Stretch {
      let best: Stretch = { from, to: from, score: 0 };
      let [start, score] = [from, 0];
      for (let k = from; k <= to; k++) {
        if (score <= 0) [start, score] = [k, 0];
        score += at(hypothesis, k) - CHANCE;
        if (score > best.score) best = { from: start, to: k, score };
      }
      return best;
    },
    /** The hypothesis turned by degrees about a keyframe, and moved by metres. */
    changed(
      hypothesis: Hypothesis,
      k: number,
      [turn, dx, dy]: readonly [number, number, number],
    ): Hypothesis {
      const before = poseOf(hypothesis, k);
      const other = { ...hypothesis, turn: hypothesis.turn + turn };
      const after = poseOf(other, k);
      return { ...other, x: other.x + before.x - after.x + dx, y: other.y + before.y - after.y + dy };
    },
  };
}

export type Judge = ReturnType<typeof createJudge>;

/** Steps of degrees and metres by which a hypothesis is improved. */
const FINENESS = [
  [4, 0.3],
  [2, 0.15],
  [1, 0.08],
] as const;

/** Hill climbing over turn and position; `value` is what shall grow, `pivot` the keyframe that it is turned about. */
export function climbed(
  judge: Judge,
  start: Hypothesis,
  pivot: number,
  value: (hypothesis: Hypothesis) => number,
): Hypothesis {
  let [best, most] = [start, value(start)];
  for (const [degrees, metres] of FINENESS)
    for (let round = 0; round < 8; round++) {
      const tried = (
        [
          [degrees, 0, 0],
          [-degrees, 0, 0],
          [0, metres, 0],
          [0, -metres, 0],
          [0, 0, metres],
          [0, 0, -metres],
        ] as const
      ).map((change) => judge.changed(best, pivot, change));
      const values = tried.map(value);
      const top = Math.max(...values);
      if (top <= most + 1e-9) break;
      best = tried[values.indexOf(top)]!;
      most = top;
    }
  return best;
}

/** Keyframes to either side that judge a first guess. */
const NEARBY = 6;
const PEAKS = 5;
const LEAST_PEAK = 2;
const LENGTHS = [0.2, 0.8];
/** Guesses that are compared with each other, and different ones that are improved over the whole walk. */
const SORTED = 6000;
const TRIED = 120;
const DIFFERENT_METRES = 1.5;
const DIFFERENT_DEGREES = 15;

/** From here on it is another place; nearer, it is the same one with less certainty. */
const ELSEWHERE_METRES = 3;
const ELSEWHERE_DEGREES = 25;

const differ = (
  judge: Judge,
  a: Hypothesis,
  b: Hypothesis,
  k: number,
  metres = DIFFERENT_METRES,
  degrees = DIFFERENT_DEGREES,
) => {
  if (a.sheet !== b.sheet) return true;
  const [p, q] = [judge.poseOf(a, k), judge.poseOf(b, k)];
  return Math.hypot(p.x - q.x, p.y - q.y) > metres || Math.abs(turned(p.heading - q.heading)) > degrees;
};

interface Guess {
  readonly hypothesis: Hypothesis;
  readonly keyframe: number;
  readonly sum: number;
}

/** The best hypothesis for a whole walk or a part of it, with what contests it; undefined when nothing speaks for any. */
export function locate(
  judge: Judge,
  spots: readonly LocatedSpot[],
  evidence: (keyframe: number, spot: LocatedSpot) => OutlineEvidence | undefined,
): Located | undefined {
  const guesses: Guess[] = [];
  for (let k = 0; k < judge.count; k++)
    for (const spot of spots) {
      const found = evidence(k, spot);
      if (found === undefined) continue;
      for (const { turn, direction } of peaksOf(found, PEAKS, LEAST_PEAK))
        for (const length of LENGTHS) guesses.push(guessOf(judge, k, spot, turn, direction, length));
    }
  const different: Guess[] = [];
  for (const guess of guesses.toSorted((a, b) => b.sum - a.sum).slice(0, SORTED)) {
    if (different.length === TRIED) break;
    if (different.every((other) => differ(judge, other.hypothesis, guess.hypothesis, guess.keyframe)))
      different.push(guess);
  }
  const found = different
    .map(({ hypothesis, keyframe }) => {
      const better = climbed(judge, hypothesis, keyframe, (one) => judge.stretchOf(one).score);
      return { hypothesis: better, stretch: judge.stretchOf(better) };
    })
    .toSorted((a, b) => b.stretch.score - a.stretch.score);
  const [best] = found;
  if (best === undefined || best.stretch.score <= 0) return undefined;
  const { from, to } = best.stretch;
  const others = found.filter(({ hypothesis }) =>
    differ(judge, hypothesis, best.hypothesis, (from + to) >> 1),
  );
  const scores = others.map(({ hypothesis }) => ({
    score: judge.stretchOf(hypothesis, from, to).score,
    isElsewhere: differ(
      judge,
      hypothesis,
      best.hypothesis,
      (from + to) >> 1,
      ELSEWHERE_METRES,
      ELSEWHERE_DEGREES,
    ),
  }));
  const highest = (list: typeof scores) => Math.max(0, ...list.map(({ score }) => score));
  return {
    ...best,
    contested: highest(scores.filter(({ isElsewhere }) => isElsewhere)),
    blurred: highest(scores.filter(({ isElsewhere }) => !isElsewhere)),
    others: others.map(({ hypothesis }) => hypothesis),
  };
}

function guessOf(
  judge: Judge,
  k: number,
  spot: LocatedSpot,
  turn: number,
  direction: number,
  length: number,
): Guess {
  const unmoved = { sheet: spot.sheet, turn: 0, x: 0, y: 0 };
  const azimuth = (spot.heading + direction) * RADIANS;
  const rotated = { ...unmoved, turn: turned(spot.heading + turn - judge.poseOf(unmoved, k).heading) };
  const there = judge.poseOf(rotated, k);
  const hypothesis = {
    ...rotated,
    x: spot.x + length * Math.sin(azimuth) - there.x,
    y: spot.y + length * Math.cos(azimuth) - there.y,
  };
  return { hypothesis, keyframe: k, sum: judge.sum(hypothesis, k - NEARBY, k + NEARBY) };
}

/** Metres from the upper left corner of a floor plan: x to the right, y up. */
export const inMetres = ({ width, height }: Frame, x: number, y: number) => ({
  x: x * width,
  y: -y * height,
});
