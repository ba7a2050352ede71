import type { Pose } from "../source.ts";
import { toRadians } from "./angles.ts";
import type { Rotation } from "./camera.ts";

/**
 * Rotation from the picture's own directions to the levelled world: its columns are the world directions of the
 * picture's right, up and centre. Rotations are applied as GPano defines them, pitch before roll and each about the
 * camera's own axis: the centre is raised by the pitch, then the picture is rolled about it. Undefined for a level
 * picture.
 */
export function tiltOf(pose: Pose | undefined): Rotation | undefined {
  if (!pose || (pose.pitch === 0 && pose.roll === 0)) return undefined;
  const [pitch, roll] = [toRadians(pose.pitch), toRadians(pose.roll)];
  const [sp, cp, sr, cr] = [Math.sin(pitch), Math.cos(pitch), Math.sin(roll), Math.cos(roll)];
  return [cr, sr, 0, -sr * cp, cr * cp, sp, sr * sp, -cr * sp, cp];
}

/** A camera's rotation relative to a tilted picture: rotates the picture's directions into camera space. */
export function tilted(rotation: Rotation, tilt: Rotation | undefined): Rotation {
  if (!tilt) return rotation;
  const [a, b, c, d, e, f, g, h, i] = rotation;
  const [m, n, o, p, q, r, s, t, u] = tilt;
  return [
    a * m + b * p + c * s,
    a * n + b * q + c * t,
    a * o + b * r + c * u,
    d * m + e * p + f * s,
    d * n + e * q + f * t,
    d * o + e * r + f * u,
    g * m + h * p + i * s,
    g * n + h * q + i * t,
    g * o + h * r + i * u,
  ];
}
