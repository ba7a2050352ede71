import type { Matches } from "./match.ts";
import type { Features } from "./types.ts";

/** Unit vectors of matched corners: x to the right, y ahead, z up; three numbers per match. */
export interface Bearings {
  readonly count: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** Rotation and step from one picture to another, radians. */
export interface Pose {
  /** Heading of the second picture minus that of the first. */
  readonly turn: number;
  /** Rotation about the axis to the right and about the axis ahead: small, since both pictures are nearly level. */
  readonly tiltX: number;
  readonly tiltY: number;
  /** Yaw and pitch of the step in the first picture. */
  readonly direction: number;
  readonly climb: number;
}

export function writeBearing(yaw: number, pitch: number, out: Float64Array, at: number): void {
  const flat = Math.cos(pitch);
  out[at] = Math.sin(yaw) * flat;
  out[at + 1] = Math.cos(yaw) * flat;
  out[at + 2] = Math.sin(pitch);
}

export function bearingsOf(features: Features): Float64Array {
  const out = new Float64Array(features.count * 3);
  for (let i = 0; i < features.count; i++)
    writeBearing(features.anglesRadians[i * 2]!, features.anglesRadians[i * 2 + 1]!, out, i * 3);
  return out;
}

export function matchedBearings(first: Float64Array, second: Float64Array, matches: Matches): Bearings {
  const { count } = matches;
  const out = { count, first: new Float64Array(count * 3), second: new Float64Array(count * 3) };
  for (let m = 0; m < count; m++)
    for (let k = 0; k < 3; k++) {
      out.first[m * 3 + k] = first[matches.a[m]! * 3 + k]!;
      out.second[m * 3 + k] = second[matches.b[m]! * 3 + k]!;
    }
  return out;
}

/** At most so many matches, spread evenly over the list. */
export function everyNth({ count, first, second }: Bearings, most: number): Bearings {
  if (count <= most) return { count, first, second };
  const out = { count: most, first: new Float64Array(most * 3), second: new Float64Array(most * 3) };
  for (let m = 0; m < most; m++) {
    const from = Math.floor((m * count) / most) * 3;
    out.first.set(first.subarray(from, from + 3), m * 3);
    out.second.set(second.subarray(from, from + 3), m * 3);
  }
  return out;
}

/** Row-major matrix that turns bearings of the second picture into the frame of the first. */
export function rotationOf({ turn, tiltX, tiltY }: Pose): Float64Array {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [cx, sx] = [Math.cos(tiltX), Math.sin(tiltX)];
  const [cy, sy] = [Math.cos(tiltY), Math.sin(tiltY)];
  // Rx(tiltX) · Ry(tiltY) · Rz(turn), where a positive turn is clockwise seen from above.
  const ry = [cy * c, cy * s, sy, -s, c, 0, -sy * c, -sy * s, cy];
  return Float64Array.of(
    ry[0]!,
    ry[1]!,
    ry[2]!,
    cx * ry[3]! - sx * ry[6]!,
    cx * ry[4]! - sx * ry[7]!,
    cx * ry[5]! - sx * ry[8]!,
    sx * ry[3]! + cx * ry[6]!,
    sx * ry[4]! + cx * ry[7]!,
    sx * ry[5]! + cx * ry[8]!,
  );
}

/** Bearings of the second picture in the frame of the first. */
export function rotated(bearings: Float64Array, matrix: Float64Array): Float64Array {
  const out = new Float64Array(bearings.length);
  const m = matrix;
  for (let i = 0; i < bearings.length; i += 3) {
    const [x, y, z] = [bearings[i]!, bearings[i + 1]!, bearings[i + 2]!];
    out[i] = m[0]! * x + m[1]! * y + m[2]! * z;
    out[i + 1] = m[3]! * x + m[4]! * y + m[5]! * z;
    out[i + 2] = m[6]! * x + m[7]! * y + m[8]! * z;
  }
  return out;
}

export function stepOf({ direction, climb }: Pose): Float64Array {
  const out = new Float64Array(3);
  writeBearing(direction, climb, out, 0);
  return out;
}

/** Distances of a match in units of the step. */
export interface Depth {
  /** From the first and the second picture; negative behind a camera. */
  first: number;
  second: number;
  /** Sine of the angle between both lines of sight. */
  parallax: number;
}

/** Where two lines of sight come closest: `b` from the first picture, `q` from the second in the same frame. */
export function writeDepth(
  b: Float64Array,
  q: Float64Array,
  at: number,
  step: Float64Array,
  out: Depth,
): void {
  const [bx, by, bz] = [b[at]!, b[at + 1]!, b[at + 2]!];
  const [qx, qy, qz] = [q[at]!, q[at + 1]!, q[at + 2]!];
  const cos = bx * qx + by * qy + bz * qz;
  const bt = bx * step[0]! + by * step[1]! + bz * step[2]!;
  const qt = qx * step[0]! + qy * step[1]! + qz * step[2]!;
  const square = Math.max(1e-9, 1 - cos * cos);
  out.first = (bt - cos * qt) / square;
  out.second = (cos * bt - qt) / square;
  out.parallax = Math.sqrt(square);
}
