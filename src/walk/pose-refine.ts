import { RADIANS } from "./angles.ts";
import { type Bearings, type Depth, type Pose, rotated, rotationOf, stepOf, writeDepth } from "./geometry.ts";
import { invert } from "./linear.ts";

/** Standard deviations of what is expected of a level camera: relative tilt and climb. */
const TILT = 1.5 * RADIANS;
const CLIMB = 6 * RADIANS;
/** Scales of the robust weights, from coarse to fine. */
const SCALES = [2, 1, 0.5, 0.4, 0.35, 0.35, 0.35, 0.35].map((scale) => scale * RADIANS);

export interface Refined {
  readonly pose: Pose;
  /** Sum of the robust weights of the matches in front of both cameras: the number of good matches. */
  readonly support: number;
  /** Standard errors, radians. */
  readonly turnError: number;
  readonly directionError: number;
  /** Root mean square distance from the epipolar planes of the matches that count, radians. */
  readonly residual: number;
}

/** Gauss-Newton with Cauchy weights on the distances from the epipolar planes. */
export function refinePose(bearings: Bearings, start: Pose, scales: readonly number[] = SCALES): Refined {
  let pose = start;
  let normal = new Float64Array(25);
  for (const scale of scales) {
    const step = normalStep(bearings, pose, scale);
    normal = step.normal;
    pose = moved(pose, step.change);
  }
  const last = scales.at(-1) ?? 0.35 * RADIANS;
  const flipped = { ...pose, direction: pose.direction + Math.PI, climb: -pose.climb };
  const [ahead, behind] = [judge(bearings, pose, last), judge(bearings, flipped, last)];
  const isAhead = ahead.support >= behind.support;
  const covariance = invert(normal, 5);
  const spread = Math.max(0.1 * RADIANS, (isAhead ? ahead : behind).residual);
  const errorOf = (k: number) =>
    covariance === undefined ? Math.PI : Math.sqrt(Math.max(0, covariance[k * 6]!)) * spread;
  return {
    pose: isAhead ? pose : flipped,
    support: (isAhead ? ahead : behind).support,
    residual: (isAhead ? ahead : behind).residual,
    turnError: errorOf(2),
    directionError: errorOf(3),
  };
}

function moved(pose: Pose, change: Float64Array): Pose {
  const limited = (value: number) => Math.max(-0.12, Math.min(0.12, value));
  return {
    tiltX: pose.tiltX + limited(change[0]!),
    tiltY: pose.tiltY + limited(change[1]!),
    turn: pose.turn + limited(change[2]!),
    direction: pose.direction + limited(change[3]!),
    climb: Math.max(-1.2, Math.min(1.2, pose.climb + limited(change[4]!))),
  };
}

/** Unknowns: tiltX, tiltY, turn, direction, climb. The normal matrix is in units of one match with unit weight. */
function normalStep(bearings: Bearings, pose: Pose, scale: number) {
  const { count, first, second } = bearings;
  const q = rotated(second, rotationOf(pose));
  const step = stepOf(pose);
  const [tx, ty, tz] = [step[0]!, step[1]!, step[2]!];
  const flat = Math.cos(pose.climb);
  const [ux, uy] = [Math.cos(pose.direction) * flat, -Math.sin(pose.direction) * flat];
  const [vx, vy] = [-Math.sin(pose.direction) * tz, -Math.cos(pose.direction) * tz];
  const normal = new Float64Array(25);
  const right = new Float64Array(5);
  const j = new Float64Array(5);
  for (let m = 0; m < count * 3; m += 3) {
    const [bx, by, bz] = [first[m]!, first[m + 1]!, first[m + 2]!];
    const [qx, qy, qz] = [q[m]!, q[m + 1]!, q[m + 2]!];
    const [cx, cy, cz] = [by * qz - bz * qy, bz * qx - bx * qz, bx * qy - by * qx];
    const bt = bx * tx + by * ty + bz * tz;
    const qt = qx * tx + qy * ty + qz * tz;
    const norm = 1 / Math.sqrt(1.03 - 0.5 * (bt * bt + qt * qt));
    const error = (tx * cx + ty * cy + tz * cz) * norm;
    const dot = bx * qx + by * qy + bz * qz;
    // The rotation vector acts counter-clockwise; `turn` is clockwise, hence its sign.
    j[0] = (tx * dot - bx * qt) * norm;
    j[1] = (ty * dot - by * qt) * norm;
    j[2] = -(tz * dot - bz * qt) * norm;
    j[3] = (ux * cx + uy * cy) * norm;
    j[4] = (vx * cx + vy * cy + flat * cz) * norm;
    const weight = 1 / (1 + (error / scale) ** 2);
    for (let a = 0; a < 5; a++) {
      right[a]! -= weight * j[a]! * error;
      for (let b = 0; b < 5; b++) normal[a * 5 + b]! += weight * j[a]! * j[b]!;
    }
  }
  const noise = 0.3 * RADIANS;
  const priors = [
    [0, TILT, pose.tiltX],
    [1, TILT, pose.tiltY],
    [4, Math.abs(pose.climb) > 0.2 ? 3 * CLIMB : CLIMB, Math.abs(pose.climb) > 0.2 ? 0 : pose.climb],
  ] as const;
  for (const [k, deviation, value] of priors) {
    normal[k * 6]! += (noise / deviation) ** 2;
    right[k]! -= (noise / deviation) ** 2 * value;
  }
  normal[12]! += 1e-9;
  normal[18]! += 1e-9;
  const inverse = invert(normal, 5) ?? new Float64Array(25);
  const change = new Float64Array(5);
  for (let a = 0; a < 5; a++) for (let b = 0; b < 5; b++) change[a]! += inverse[a * 5 + b]! * right[b]!;
  return { normal, change };
}

/** How many matches agree with a pose, each in front of both cameras or so far away that this cannot be decided. */
function judge(bearings: Bearings, pose: Pose, scale: number) {
  const { count, first, second } = bearings;
  const q = rotated(second, rotationOf(pose));
  const step = stepOf(pose);
  const depth: Depth = { first: 0, second: 0, parallax: 0 };
  let [support, squares, weights] = [0, 0, 0];
  for (let m = 0; m < count * 3; m += 3) {
    const error = distanceFromPlane(first, q, m, step);
    const weight = 1 / (1 + (error / scale) ** 2);
    writeDepth(first, q, m, step, depth);
    const isBehind = depth.parallax > 0.015 && (depth.first < 0 || depth.second < 0);
    if (isBehind || weight < 0.2) continue;
    support += weight;
    squares += weight * error * error;
    weights += weight;
  }
  return { support, residual: Math.sqrt(squares / Math.max(1, weights)) };
}

/** Sine of the angle between a line of sight and the epipolar plane of its match, averaged over both pictures. */
export function distanceFromPlane(b: Float64Array, q: Float64Array, at: number, step: Float64Array): number {
  const [bx, by, bz] = [b[at]!, b[at + 1]!, b[at + 2]!];
  const [qx, qy, qz] = [q[at]!, q[at + 1]!, q[at + 2]!];
  const [tx, ty, tz] = [step[0]!, step[1]!, step[2]!];
  const bt = bx * tx + by * ty + bz * tz;
  const qt = qx * tx + qy * ty + qz * tz;
  const error = tx * (by * qz - bz * qy) + ty * (bz * qx - bx * qz) + tz * (bx * qy - by * qx);
  return error / Math.sqrt(1.03 - 0.5 * (bt * bt + qt * qt));
}
