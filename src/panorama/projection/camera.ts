import type { Direction, View } from "../view.ts";
import { clamp, toDegrees, toRadians, wrapYaw } from "./angles.ts";

/** A pinhole camera: a view and its viewport, in CSS pixels. */
export interface Camera {
  readonly view: View;
  readonly width: number;
  readonly height: number;
}

/** A ray in camera space: x to the right, y up, z forward, in pixels of the viewport; any length. */
export type Ray = readonly [x: number, y: number, z: number];

/** Rows are the camera's right, up and forward axes in the world; turns the world into camera space. */
export type Rotation = readonly [
  ...right: [number, number, number],
  ...up: [number, number, number],
  ...forward: [number, number, number],
];

/** Distance of the image plane in pixels, which equals the pixels per radian in the centre of the view. */
export function focalLength(fov: number, height: number): number {
  return height / 2 / Math.tan(toRadians(fov) / 2);
}

/** Horizontal field of view in degrees. */
export function horizontalFov(fov: number, aspect: number): number {
  return toDegrees(2 * Math.atan(Math.tan(toRadians(fov) / 2) * aspect));
}

export function rotationOf(view: View): Rotation {
  const yaw = toRadians(view.yaw);
  const pitch = toRadians(view.pitch);
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [cy, 0, -sy, -sy * sp, cp, -cy * sp, sy * cp, sp, cy * cp];
}

/** The ray through a point of the viewport. */
export function rayAt(camera: Camera, x: number, y: number): Ray {
  return [x - camera.width / 2, camera.height / 2 - y, focalLength(camera.view.fov, camera.height)];
}

/** World direction of a ray. */
export function directionOfRay(rotation: Rotation, [x, y, z]: Ray): Direction {
  const [rx, ry, rz, ux, uy, uz, fx, fy, fz] = rotation;
  const wx = rx * x + ux * y + fx * z;
  const wy = ry * x + uy * y + fy * z;
  const wz = rz * x + uz * y + fz * z;
  return {
    yaw: toDegrees(Math.atan2(wx, wz)),
    pitch: toDegrees(Math.atan2(wy, Math.hypot(wx, wz))),
  };
}

export function directionAt(camera: Camera, x: number, y: number): Direction {
  return directionOfRay(rotationOf(camera.view), rayAt(camera, x, y));
}

/**
 * Screen position of a direction, in pixels from the top left; also outside the viewport. Null when it is not in front
 * of the camera.
 * @param rotation of the camera relative to the frame of the direction; the levelled world by default.
 */
export function pointOf(
  camera: Camera,
  direction: Direction,
  rotation: Rotation = rotationOf(camera.view),
): { x: number; y: number } | null {
  const [rx, ry, rz, ux, uy, uz, fx, fy, fz] = rotation;
  const yaw = toRadians(direction.yaw);
  const pitch = toRadians(direction.pitch);
  const wx = Math.sin(yaw) * Math.cos(pitch);
  const wy = Math.sin(pitch);
  const wz = Math.cos(yaw) * Math.cos(pitch);
  const depth = fx * wx + fy * wy + fz * wz;
  if (depth <= 1e-6) return null;
  const scale = focalLength(camera.view.fov, camera.height) / depth;
  return {
    x: camera.width / 2 + (rx * wx + ry * wy + rz * wz) * scale,
    y: camera.height / 2 - (ux * wx + uy * wy + uz * wz) * scale,
  };
}

/**
 * The view of a given fov that shows `target` along `ray`: keeps the grabbed point under the pointer and the detail in
 * place while zooming. The horizon stays level and pitch within ±90, so close to a pole no such view may exist; the
 * nearest one is returned then.
 *
 * With the horizon level, the height of the target alone determines the pitch: `sin(target.pitch) |ray| = y cos(pitch)
 * + z sin(pitch)`; the yaw follows.
 */
export function viewHolding(target: Direction, [x, y, z]: Ray, fov: number): View {
  const height = Math.sin(toRadians(target.pitch)) * Math.hypot(x, y, z);
  const lift = Math.asin(clamp(height / Math.hypot(y, z), -1, 1));
  const pitch = clamp(lift - Math.atan2(y, z), -Math.PI / 2, Math.PI / 2);
  const turn = Math.atan2(x, z * Math.cos(pitch) - y * Math.sin(pitch));
  return { yaw: wrapYaw(target.yaw - toDegrees(turn)), pitch: toDegrees(pitch), fov };
}
