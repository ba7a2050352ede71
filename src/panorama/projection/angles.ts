/** Degrees and radians: everything public is in degrees, everything trigonometric in radians. */

const RADIANS_PER_DEGREE = Math.PI / 180;

export function toRadians(degrees: number): number {
  return degrees * RADIANS_PER_DEGREE;
}

export function toDegrees(radians: number): number {
  return radians / RADIANS_PER_DEGREE;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** The same yaw within -180 (included) to 180 (excluded). */
export function wrapYaw(yaw: number): number {
  const wrapped = (((yaw + 180) % 360) + 360) % 360;
  return wrapped - 180;
}

/** Degrees to turn from one yaw to another the short way round, -180 to 180. */
export function shortestTurn(from: number, to: number): number {
  return wrapYaw(to - from);
}
