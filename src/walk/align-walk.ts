import { alignOutlines } from "./align-outlines.ts";
import { compass, RADIANS, turned } from "./angles.ts";
import { type Comparison, comparePictures } from "./compare-pictures.ts";
import { findFeatures, thinned } from "./features.ts";
import { outlineOf } from "./outline.ts";
import { bestTurn, evidenceOf } from "./outline-evidence.ts";
import { placeWalk } from "./place-walk.ts";
import { type Frame, framesOf } from "./sheet-frames.ts";
import { EYE_METRES } from "./storeys.ts";
import type {
  AlignedWalk,
  Features,
  GreyPicture,
  KnownSpot,
  SpotMatch,
  WalkKeyframe,
  WalkPath,
  WalkSheet,
  WalkTap,
} from "./types.ts";

const SPOT_FEATURES = 1300;
/** Features that are compared at first; the best pairs are measured with all. */
const QUICK_FEATURES = 500;

/** Features of one 360 photo; scale it to a width of 1,024 first. */
export const featuresOf = (picture: GreyPicture): Features => ({
  ...findFeatures(picture, SPOT_FEATURES),
  outline: outlineOf(picture),
});

/** Pairs whose corners are compared, 30 ms each, and spots that each picture is compared with at least. */
const PAIRS = 8000;
const FEWEST_SPOTS = 4;

interface Found extends Comparison {
  readonly picture: number;
  readonly spot: KnownSpot;
}

/** Confidence below which a match is dropped, and from which it counts without another that agrees. */
const LEAST = 0.25;
const ALONE = 0.95;
/** Matches of one picture with several spots are kept up to this number. */
const PER_PICTURE = 3;
const NEARBY_ERROR = 0.35;

/**
 * Finds pictures of earlier visits along a walk (loop closure across dates) and turns them into taps with headings. A
 * match counts when others along the path agree with it; `sheets` give the scale.
 */
export function alignWalk(
  path: WalkPath,
  keyframes: readonly WalkKeyframe[],
  spots: readonly KnownSpot[],
  sheets: readonly WalkSheet[],
): AlignedWalk {
  const frames = framesOf(sheets);
  const known = spots
    .filter(({ sheet }) => frames.has(sheet))
    .map((spot) => ({ ...spot, features: thinned(spot.features, QUICK_FEATURES) }));
  const outlines = alignOutlines(path, keyframes, known, frames);
  const most = Math.max(FEWEST_SPOTS, Math.floor(PAIRS / Math.max(1, keyframes.length)));
  const found = keyframes.flatMap(({ picture, features }) => {
    const likely = outlines.spotsOf(picture) ?? known;
    const all = likely.slice(0, most).flatMap((spot): Found[] => {
      const comparison = comparePictures(spot.features, thinned(features, QUICK_FEATURES));
      return comparison === undefined || comparison.confidence < LEAST
        ? []
        : [{ ...comparison, picture, spot }];
    });
    return all.toSorted((a, b) => b.inliers - a.inliers).slice(0, PER_PICTURE);
  });
  const candidates = found.map((one) => ({ one, tap: tapOf(one, frames) }));
  const agreed = candidates.map(({ one, tap }) => ({
    one,
    tap,
    confidence: one.confidence * agreementOf(path, tap, candidates, frames, one),
  }));
  const sure = agreed.filter(({ confidence }) => confidence >= 0.5);
  const taps = withoutDoubtful(
    path,
    merged(
      bestPerPicture(sure).map(({ tap }) => tap),
      outlines.taps,
    ),
    sheets,
  );
  const pictures = taps.map(({ picture }) => picture);
  return {
    taps,
    matches: agreed.map(
      ({ one, confidence }): SpotMatch => ({
        picture: one.picture,
        spot: one.spot.id,
        confidence,
        turn: turned(one.turn),
        inliers: one.inliers,
      }),
    ),
    share:
      taps.length < 2
        ? 0
        : (Math.max(...pictures) - Math.min(...pictures) + 1) / Math.max(1, path.pictures.length),
  };
}

/** Position of the walk's picture: that of the spot plus the step to it, whose length follows from the floor. */
function tapOf(
  { picture, spot, turn, direction, parallax, eye }: Found,
  frames: ReadonlyMap<string, Frame>,
): WalkTap {
  const { width, height, isMetric } = frames.get(spot.sheet)!;
  const guess = Math.min(4, 3 * parallax);
  const step = eye > 0 ? Math.min(6, EYE_METRES / eye) : guess;
  const heading = spot.heading;
  const canMove = heading !== undefined && isMetric;
  const azimuth = ((heading ?? 0) + direction) * RADIANS;
  const error = NEARBY_ERROR + (canMove ? 0.25 * step : step);
  return {
    picture,
    sheet: spot.sheet,
    x: spot.x + (canMove ? (Math.sin(azimuth) * step) / width : 0),
    y: spot.y - (canMove ? (Math.cos(azimuth) * step) / height : 0),
    error,
    ...(heading === undefined ? {} : { heading: compass(heading + turn) }),
  };
}

/** Pictures along the walk whose matches are compared: beyond it, the path drifts too much. */
const WINDOW = 90;
const HEADING_TOLERANCE = 14;

/** 1 when other pictures of the walk agree with a match; less when only some do; none for a lone weak one. */
function agreementOf(
  path: WalkPath,
  tap: WalkTap,
  candidates: readonly { readonly one: Found; readonly tap: WalkTap }[],
  frames: ReadonlyMap<string, Frame>,
  { confidence }: Found,
): number {
  let [agree, against] = [0, 0];
  const counted = new Set<number>();
  for (const { one, tap: other } of candidates) {
    const apart = Math.abs(other.picture - tap.picture);
    if (apart === 0 || apart > WINDOW || other.sheet !== tap.sheet) continue;
    if (isConsistent(path, tap, other, frames)) {
      if (!counted.has(other.picture)) agree += one.confidence;
      counted.add(other.picture);
    } else against += one.confidence;
  }
  if (agree === 0) return confidence >= ALONE && against === 0 ? 0.6 : 0.2;
  return Math.min(1, 0.5 + agree / 2) * (agree >= against * 0.5 ? 1 : 0.4);
}

/** Whether the path leads from one tap to the other. */
function isConsistent(
  { pictures, stepMetres }: WalkPath,
  one: WalkTap,
  other: WalkTap,
  frames: ReadonlyMap<string, Frame>,
): boolean {
  const [a, b] = [pictures[one.picture]!, pictures[other.picture]!];
  const { width, height, isMetric } = frames.get(one.sheet)!;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [ex, ey] = [(other.x - one.x) * width, -(other.y - one.y) * height];
  if (one.heading === undefined || other.heading === undefined) {
    const scale = isMetric ? stepMetres : 0;
    const difference = Math.abs(Math.hypot(ex, ey) - Math.hypot(dx, dy) * scale);
    return isMetric && difference < 0.8 + 0.2 * Math.hypot(dx, dy) * scale;
  }
  const turns = [one.heading - a.heading, other.heading - b.heading] as const;
  if (Math.abs(turned(turns[0] - turns[1])) > HEADING_TOLERANCE) return false;
  if (!isMetric) return true;
  const turn = turns[0] * RADIANS;
  const [c, s] = [Math.cos(turn) * stepMetres, Math.sin(turn) * stepMetres];
  const length = Math.hypot(dx, dy) * stepMetres;
  const distance = Math.hypot(c * dx + s * dy - ex, c * dy - s * dx - ey);
  return distance < (one.error ?? 0.3) + (other.error ?? 0.3) + 0.25 * length;
}

function bestPerPicture<T extends { readonly tap: WalkTap; readonly confidence: number }>(
  list: readonly T[],
): T[] {
  const best = new Map<number, T>();
  for (const one of list) {
    const held = best.get(one.tap.picture);
    if (held === undefined || (one.tap.error ?? 0) < (held.tap.error ?? 0)) best.set(one.tap.picture, one);
  }
  return [...best.values()];
}

/** Pictures around an exact match whose outlines are not needed. */
const BESIDE = 3;

/** Matches of corners are more exact than outlines: those count where there are no matches. */
const merged = (matched: readonly WalkTap[], outlined: readonly WalkTap[]): WalkTap[] =>
  [
    ...matched,
    ...outlined.filter(({ picture }) => matched.every((other) => Math.abs(other.picture - picture) > BESIDE)),
  ].toSorted((a, b) => a.picture - b.picture);

/** Drops taps that contradict the rest along the whole walk, worst first. */
function withoutDoubtful(path: WalkPath, taps: readonly WalkTap[], sheets: readonly WalkSheet[]): WalkTap[] {
  let kept = [...taps];
  for (let round = 0; round < 5 && kept.length > 2; round++) {
    const { doubtful } = placeWalk(path, kept, sheets);
    if (doubtful.length === 0) break;
    kept = kept.filter((_, i) => !doubtful.includes(i));
  }
  return kept;
}

/** Evidence of outlines from which a spot is proposed, and at which its confidence is highest. */
const OUTLINES = [2.8, 4.5] as const;
/** Never enough to be used without a user: half of the first proposals of another building stage are wrong. */
const OUTLINE_CONFIDENCE = 0.45;

function likeOutline(spot: string, known: Features, features: Features) {
  if (known.outline === undefined || features.outline === undefined) return [];
  const best = bestTurn(evidenceOf(known.outline, features.outline));
  const share = Math.min(1, (best.value - OUTLINES[0]) / (OUTLINES[1] - OUTLINES[0]));
  return share > 0 ? [{ spot, confidence: share * OUTLINE_CONFIDENCE, turn: turned(best.turn) }] : [];
}

/** Spots that show the position of a single 360 photo, best first; confidence as in `SpotMatch`. */
export function proposeSpots(
  features: Features,
  spots: readonly Pick<KnownSpot, "id" | "features">[],
): readonly { readonly spot: string; readonly confidence: number; readonly turn: number }[] {
  return spots
    .flatMap(({ id, features: known }) => {
      const found = comparePictures(known, features);
      if (found === undefined || found.confidence < LEAST) return likeOutline(id, known, features);
      // A picture of the next room shows the same walls, but they moved apart.
      const nearness = Math.max(0.2, Math.min(1, 1.3 - found.parallax / 0.35));
      return [{ spot: id, confidence: found.confidence * nearness, turn: turned(found.turn) }];
    })
    .toSorted((a, b) => b.confidence - a.confidence);
}
