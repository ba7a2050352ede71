import type { Rotation } from "../projection/camera.ts";
import type { Direction } from "../view.ts";

export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

type Vector = readonly [x: number, y: number, z: number];

/**
 * The axes of an eye in the world of the picture. WebXR: x to the right, y up, the eye looks to -z; here: the eye looks
 * to +z, yaw increases to the right. `heading` is the yaw straight ahead at the start.
 */
export function eyeRotation(q: Quaternion, heading: number): Rotation {
  const turn = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const ours = ([x, y, z]: Vector): [number, number, number] => [x * cos - z * sin, y, -x * sin - z * cos];
  return [...ours(turned(q, [1, 0, 0])), ...ours(turned(q, [0, 1, 0])), ...ours(turned(q, [0, 0, -1]))];
}

/** Direction of such an eye. */
export function eyeDirection([, , , , , , x, y, z]: Rotation): Direction {
  return {
    yaw: (Math.atan2(x, z) * 180) / Math.PI,
    pitch: (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI,
  };
}

/** From a column-major projection matrix: scale of x and y, and the offset of the image from the axis. */
export function eyeLens(matrix: ArrayLike<number>): {
  lens: readonly [number, number];
  shift: readonly [number, number];
} {
  const at = (index: number) => matrix[index] ?? 0;
  return { lens: [at(0), at(5)], shift: [-at(8), -at(9)] };
}

/** Rotates v by q. */
function turned({ x, y, z, w }: Quaternion, [vx, vy, vz]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}
