import { compass, turned } from "./angles.ts";
import {
  climbed,
  createJudge,
  type Hypothesis,
  inMetres,
  type Judge,
  type Located,
  locate,
} from "./locate-walk.ts";
import { evidenceOf, type OutlineEvidence, peaksOf } from "./outline-evidence.ts";
import type { Frame } from "./sheet-frames.ts";
import { createSpotGrid, type LocatedSpot } from "./spot-grid.ts";
import type { KnownSpot, WalkKeyframe, WalkPath, WalkTap } from "./types.ts";

/** Result of comparing the outlines of a walk with those of known spots. */
export interface OutlineAlignment {
  /** Positions along the stretch that was found; empty when nothing is certain. */
  readonly taps: readonly WalkTap[];
  /** Spots that a picture of the walk may show, the most likely first; undefined when its outline is not known. */
  spotsOf(picture: number): readonly KnownSpot[] | undefined;
}

/** Pairs of pictures whose outlines are compared: about 4 ms and 2.7 KB each. */
const PAIRS = 30_000;
/**
 * Score from which a position is accepted, and its lead over the best different one. In the test recordings wrong
 * positions reached a score of 24 and a lead of 7; right ones of a whole recording 32 and 19 at least.
 */
const LEAST_SCORE = 20;
const LEAST_LEAD = 14;
const MOST_CONTESTED = 0.6;
const MOST_BLURRED = 0.85;
/** Metres around a position within which spots may be seen again. */
const NEAR_METRES = 2.5;

/**
 * Aligns a walk with spots of another building stage by what stays: edges of slabs, columns, openings and the skyline.
 * Needs a scale of the floor plans, and spots with headings. `frames` has all floor plans of the building: one that was not
 * photographed around the walk leaves open on which floor it is.
 */
export function alignOutlines(
  path: WalkPath,
  keyframes: readonly WalkKeyframe[],
  known: readonly KnownSpot[],
  frames: ReadonlyMap<string, Frame>,
): OutlineAlignment {
  const isMetric = [...frames.values()].some((frame) => frame.isMetric);
  const spots = isMetric ? locatedSpots(known, frames) : [];
  const usable = thinnedTo(
    keyframes.filter(({ features }) => features.outline !== undefined),
    PAIRS / Math.max(1, spots.length),
  );
  // One floor of a building looks like the next, so a walk over several is left to corners and taps.
  const isOneFloor = usable.every(({ picture }) => path.pictures[picture]!.storey === 0);
  if (spots.length === 0 || usable.length === 0 || !isOneFloor) return { taps: [], spotsOf: () => undefined };
  const table = usable.map(({ features }) =>
    spots.map(({ index }) => evidenceOf(known[index]!.features.outline!, features.outline!)),
  );
  const columnOf = new Map(spots.map(({ index }, column) => [index, column]));
  const evidence = (k: number, { index }: LocatedSpot) => table[k]![columnOf.get(index)!]!;
  const judge = createJudge(
    path,
    usable.map(({ picture }) => picture),
    new Map([...frames.keys()].map((id) => [id, createSpotGrid(spots.filter(({ sheet }) => sheet === id))])),
    evidence,
  );
  const poses = posesOf(judge, spots, evidence, [...frames.keys()]);
  const indexOf = new Map(usable.map(({ picture }, k) => [picture, k]));
  return {
    taps: poses.map(({ k, hypothesis }) => tapOf(judge, frames, usable[k]!.picture, k, hypothesis)),
    spotsOf(picture) {
      const k = indexOf.get(picture);
      if (k === undefined) return undefined;
      const near = nearestOf(poses, k);
      const isSeen = ({ sheet, x, y }: LocatedSpot) => {
        const there = judge.poseOf(near!.hypothesis, k);
        return sheet === near!.hypothesis.sheet && Math.hypot(x - there.x, y - there.y) < NEAR_METRES;
      };
      const listed = near === undefined ? byPeak(spots, (spot) => evidence(k, spot)) : spots.filter(isSeen);
      return listed.map(({ index }) => known[index]!);
    },
  };
}

function locatedSpots(known: readonly KnownSpot[], frames: ReadonlyMap<string, Frame>): LocatedSpot[] {
  return known.flatMap(({ sheet, x, y, heading, features }, index) =>
    heading === undefined || features.outline === undefined
      ? []
      : [{ index, sheet, heading, ...inMetres(frames.get(sheet)!, x, y) }],
  );
}

/** At most so many, spread evenly. */
function thinnedTo<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / Math.max(1, Math.floor(most)));
  return Array.from({ length: Math.floor(list.length / step) }, (_, i) => list[Math.floor(i * step)]!);
}

const byPeak = (spots: readonly LocatedSpot[], evidence: (spot: LocatedSpot) => OutlineEvidence) =>
  spots
    .map((spot) => ({ spot, peak: peaksOf(evidence(spot), 1, 0)[0]?.value ?? 0 }))
    .toSorted((a, b) => b.peak - a.peak)
    .map(({ spot }) => spot);

/** The hypothesis that is best around a keyframe. */
interface LocalPose {
  readonly k: number;
  readonly hypothesis: Hypothesis;
}

const nearestOf = (poses: readonly LocalPose[], k: number) =>
  poses.find((pose) => Math.abs(pose.k - k) <= STEP / 2);

/** Keyframes between two positions, and to either side of each that decide about it. */
const STEP = 4;
const AROUND = 5;
/** Mean evidence from which the next keyframes continue what was found. */
const CONTINUES = 1.5;
/** How far the path may drift from one position to the next: standard deviations in metres and degrees. */
const DRIFT = { metres: 0.5, degrees: 6 };

function posesOf(
  judge: Judge,
  spots: readonly LocatedSpot[],
  evidence: (k: number, spot: LocatedSpot) => OutlineEvidence,
  sheets: readonly string[],
): LocalPose[] {
  const found = locate(judge, spots, evidence);
  if (found === undefined) return [];
  const { hypothesis, stretch, contested, blurred } = found;
  if (!sheets.every((sheet) => sheet === hypothesis.sheet || isOtherFloor(judge, found, sheet))) return [];
  if (stretch.score < LEAST_SCORE) return [];
  if (stretch.score - contested < LEAST_LEAD || contested > MOST_CONTESTED * stretch.score) return [];
  if (blurred > MOST_BLURRED * stretch.score) return [];
  const middle = (stretch.from + stretch.to) >> 1;
  const first = { k: middle, hypothesis: fitted(judge, hypothesis, middle) };
  const grown = ([-STEP, STEP] as const).map((step) => {
    const poses: LocalPose[] = [];
    let last: LocalPose = first;
    for (let k = middle + step; k >= 0 && k < judge.count; k += step) {
      const isInside = k >= stretch.from && k <= stretch.to;
      const next = { k, hypothesis: fitted(judge, last.hypothesis, k) };
      const [from, to] = [Math.max(0, k - AROUND), Math.min(judge.count - 1, k + AROUND)];
      if (!isInside && judge.sum(next.hypothesis, from, to) < CONTINUES * (to - from + 1)) break;
      poses.push(next);
      last = next;
    }
    return poses;
  });
  return [...grown[0]!.toReversed(), first, ...grown[1]!];
}

/** Keyframes that must show that a walk is not on another floor, and the mean by which their evidence must be less. */
const FLOOR_KEYFRAMES = 8;
const FLOOR_LEAD = 0.5;

/**
 * Whether the walk is surely not on this floor plan. Floors of a building are alike at the same position, so this takes
 * spots of both floors along the walk: without them, the floor remains the user's to say.
 */
function isOtherFloor(judge: Judge, { hypothesis, stretch, others }: Located, sheet: string): boolean {
  const middle = (stretch.from + stretch.to) >> 1;
  const tried = [{ ...hypothesis, sheet }, ...others.filter((other) => other.sheet === sheet).slice(0, 3)];
  let isDecided = false;
  for (const start of tried) {
    const other = climbed(judge, start, middle, (one) => judge.sum(one, stretch.from, stretch.to));
    let [count, lead] = [0, 0];
    for (let k = stretch.from; k <= stretch.to; k++) {
      if (!judge.isCovered(other, k) || !judge.isCovered(hypothesis, k)) continue;
      count++;
      lead += judge.at(hypothesis, k) - judge.at(other, k);
    }
    if (count < FLOOR_KEYFRAMES) continue;
    if (lead < FLOOR_LEAD * count) return false;
    isDecided = true;
  }
  return isDecided;
}

/** The hypothesis that fits the keyframes around one best and is near the one before. */
function fitted(judge: Judge, before: Hypothesis, k: number): Hypothesis {
  const start = judge.poseOf(before, k);
  return climbed(judge, before, k, (hypothesis) => {
    const { x, y, heading } = judge.poseOf(hypothesis, k);
    const moved = Math.hypot(x - start.x, y - start.y) / DRIFT.metres;
    const turn = turned(heading - start.heading) / DRIFT.degrees;
    return judge.sum(hypothesis, k - AROUND, k + AROUND) - moved * moved - turn * turn;
  });
}

/** Standard error in metres of a position that outlines give. */
const OUTLINE_METRES = 0.5;

function tapOf(
  judge: Judge,
  frames: ReadonlyMap<string, Frame>,
  picture: number,
  k: number,
  hypothesis: Hypothesis,
): WalkTap {
  const { width, height } = frames.get(hypothesis.sheet)!;
  const { x, y, heading } = judge.poseOf(hypothesis, k);
  return {
    picture,
    sheet: hypothesis.sheet,
    x: x / width,
    y: -y / height,
    error: OUTLINE_METRES,
    heading: compass(heading),
  };
}
