import { RADIANS } from "./angles.ts";
import {
  type Bearings,
  bearingsOf,
  type Depth,
  everyNth,
  matchedBearings,
  type Pose,
  rotated,
  rotationOf,
  stepOf,
  writeDepth,
} from "./geometry.ts";
import { type Distances, distancesOf, guidedMatches, type Matches, mutualMatches } from "./match.ts";
import { bestCandidates } from "./pose-grid.ts";
import { distanceFromPlane, type Refined, refinePose } from "./pose-refine.ts";
import type { Features } from "./types.ts";

/** Corners of both pictures that confirm a pair, with their distances in units of the step. */
export interface Points {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly fromFirst: Float32Array;
  readonly fromSecond: Float32Array;
  /** Sine of the angle between both lines of sight. */
  readonly parallax: Float32Array;
}

export interface Measured {
  readonly pose: Pose;
  /** 0 to 1: number of good matches, their residual, and the lead over the second-best solution. */
  readonly quality: number;
  readonly inliers: number;
  /** Support of the solution over that of the best different one. */
  readonly lead: number;
  readonly turnError: number;
  readonly directionError: number;
  /** Median angle by which near and far corners moved apart, radians: hardly any while the camera stands still. */
  readonly parallax: number;
  readonly points: Points;
  /** Matches before any geometry, for finding what moves with the camera. */
  readonly raw: Matches;
}

const CANDIDATES = 6;
/** Matches for trying all poses: more make it slower, not surer. */
const GRID_MATCHES = 180;
const START_MATCHES = 360;
const NEAR_PLANE = 1.2 * RADIANS;
const FINE = [0.5, 0.4, 0.3, 0.3, 0.3].map((scale) => scale * RADIANS);
/** Fewer matches say nothing. */
const FEWEST = 12;

/** Relative position of two pictures from their features; undefined when nothing fits. */
export function measurePair(first: Features, second: Features): Measured | undefined {
  const distances = distancesOf(first, second);
  const raw = mutualMatches(distances, 0.95);
  if (raw.count < FEWEST) return undefined;
  const [b1, b2] = [bearingsOf(first), bearingsOf(second)];
  const bearings = matchedBearings(b1, b2, raw);
  const few = everyNth(bearings, START_MATCHES);
  const refined = bestCandidates(everyNth(bearings, GRID_MATCHES), CANDIDATES).map(({ pose }) =>
    refinePose(few, pose),
  );
  refined.sort((one, other) => other.support - one.support);
  const [best] = refined;
  if (best === undefined || best.support < FEWEST / 2) return undefined;
  const guided = guidedBy(best.pose, b1, b2, distances);
  const matched = matchedBearings(b1, b2, guided);
  const final = refinePose(matched, best.pose, FINE);
  const { points, parallax } = pointsOf(final.pose, matched, guided);
  const lead = leadOf(refined, best, parallax);
  return {
    pose: final.pose,
    quality: qualityOf(final, points.a.length, lead),
    inliers: points.a.length,
    lead,
    turnError: final.turnError,
    directionError: final.directionError,
    parallax,
    points,
    raw,
  };
}

/** Matches near the epipolar planes of a pose, including those that are ambiguous by their looks alone. */
function guidedBy(pose: Pose, first: Float64Array, second: Float64Array, distances: Distances): Matches {
  const q = rotated(second, rotationOf(pose));
  const step = stepOf(pose);
  const [tx, ty, tz] = [step[0]!, step[1]!, step[2]!];
  const fits = (i: number, j: number) => {
    const [bx, by, bz] = [first[i * 3]!, first[i * 3 + 1]!, first[i * 3 + 2]!];
    const [qx, qy, qz] = [q[j * 3]!, q[j * 3 + 1]!, q[j * 3 + 2]!];
    const cos = bx * qx + by * qy + bz * qz;
    if (cos < 0.3) return false;
    const bt = bx * tx + by * ty + bz * tz;
    const qt = qx * tx + qy * ty + qz * tz;
    const error = tx * (by * qz - bz * qy) + ty * (bz * qx - bx * qz) + tz * (bx * qy - by * qx);
    if (error * error > NEAR_PLANE * NEAR_PLANE * (1.03 - 0.5 * (bt * bt + qt * qt))) return false;
    // In front of both cameras, apart from what is too far away to say.
    return cos > 0.9998 || (bt - cos * qt > -0.02 && cos * bt - qt > -0.02);
  };
  return guidedMatches(distances, 0.9, fits);
}

/** Keeps the matches that fit, with their distances. */
function pointsOf(pose: Pose, { count, first, second }: Bearings, matches: Matches) {
  const q = rotated(second, rotationOf(pose));
  const step = stepOf(pose);
  const depth: Depth = { first: 0, second: 0, parallax: 0 };
  const kept: { a: number; b: number; d: number; e: number; parallax: number }[] = [];
  for (let m = 0; m < count; m++) {
    if (Math.abs(distanceFromPlane(first, q, m * 3, step)) > 0.7 * RADIANS) continue;
    writeDepth(first, q, m * 3, step, depth);
    const isBehind = depth.first <= 0 || depth.second <= 0;
    if (isBehind && depth.parallax > 0.015) continue;
    kept.push({
      a: matches.a[m]!,
      b: matches.b[m]!,
      d: isBehind ? 1e6 : depth.first,
      e: isBehind ? 1e6 : depth.second,
      parallax: depth.parallax,
    });
  }
  const sorted = kept.map(({ parallax }) => parallax).sort((a, b) => a - b);
  return {
    points: {
      a: Int32Array.from(kept, ({ a }) => a),
      b: Int32Array.from(kept, ({ b }) => b),
      fromFirst: Float32Array.from(kept, ({ d }) => d),
      fromSecond: Float32Array.from(kept, ({ e }) => e),
      parallax: Float32Array.from(kept, ({ parallax }) => parallax),
    },
    parallax: sorted[sorted.length >> 1] ?? 0,
  };
}

const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/** Support of the best solution over that of the best different one. */
function leadOf(refined: readonly Refined[], best: Refined, parallax: number): number {
  const other = refined.find(
    ({ pose }) =>
      apart(pose.turn, best.pose.turn) > 8 * RADIANS ||
      (parallax > 0.02 && apart(pose.direction, best.pose.direction) > 25 * RADIANS),
  );
  return best.support / Math.max(1, other?.support ?? 1);
}

const within = (value: number) => Math.max(0, Math.min(1, value));

function qualityOf({ residual }: Refined, inliers: number, lead: number): number {
  const enough = within((inliers - 10) / 50);
  const isFine = within((0.8 * RADIANS - residual) / (0.4 * RADIANS));
  const isAlone = within((lead - 1.05) / 0.6);
  return enough * isFine * isAlone;
}
