import type { PanoramaSource } from "../source.ts";
import type { Direction } from "../view.ts";
import { toDegrees, toRadians } from "./angles.ts";
import type { Rotation } from "./camera.ts";

/** The part of the sphere covered by a picture, in degrees; a full sphere is -180 to 180 and 90 to -90. */
export interface Coverage {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FULL_SPHERE: Coverage = { left: -180, right: 180, top: 90, bottom: -90 };

export function coverageOf(source: Pick<PanoramaSource, "width" | "height" | "area">): Coverage {
  const { area } = source;
  if (!area) return FULL_SPHERE;
  return {
    left: (area.left / area.fullWidth) * 360 - 180,
    right: ((area.left + source.width) / area.fullWidth) * 360 - 180,
    top: 90 - (area.top / area.fullHeight) * 180,
    bottom: 90 - ((area.top + source.height) / area.fullHeight) * 180,
  };
}

/** Whether the picture covers the full turn, so that its left edge meets its right one. */
export function isFullTurn(coverage: Coverage): boolean {
  return coverage.right - coverage.left >= 359.99;
}

/** Sample points along each edge of a tilted picture. */
const EDGE_POINTS = 64;

/**
 * The part of the levelled world that a tilted picture is guaranteed to cover, between two yaws and two pitches: its
 * edges are slanted there, so the nearest point of each counts. A picture that reaches a pole covers the area around
 * it.
 */
export function levelCoverage(area: Coverage, tilt: Rotation | undefined): Coverage {
  if (!tilt || isFullSphere(area)) return area;
  const level = { ...FULL_SPHERE };
  const steps = Array.from({ length: EDGE_POINTS + 1 }, (_, at) => at / EDGE_POINTS);
  const across = (pitch: number) =>
    steps.map((at) => levelDirection(tilt, area.left + (area.right - area.left) * at, pitch));
  const along = (yaw: number) =>
    steps.map((at) => levelDirection(tilt, yaw, area.bottom + (area.top - area.bottom) * at));
  if (area.top < 90) level.top = Math.min(...across(area.top).map(({ pitch }) => pitch));
  if (area.bottom > -90) level.bottom = Math.max(...across(area.bottom).map(({ pitch }) => pitch));
  if (!isFullTurn(area)) {
    level.left = Math.max(...along(area.left).map(({ yaw }) => yaw));
    level.right = Math.min(...along(area.right).map(({ yaw }) => yaw));
  }
  return level;
}

/** Direction of a tilted picture's point in the levelled world. */
function levelDirection(tilt: Rotation, yaw: number, pitch: number): Direction {
  const [y, p] = [toRadians(yaw), toRadians(pitch)];
  const [x, up, z] = [Math.sin(y) * Math.cos(p), Math.sin(p), Math.cos(y) * Math.cos(p)];
  const [a, b, c, d, e, f, g, h, i] = tilt;
  const [wx, wy, wz] = [a * x + b * up + c * z, d * x + e * up + f * z, g * x + h * up + i * z];
  return { yaw: toDegrees(Math.atan2(wx, wz)), pitch: toDegrees(Math.atan2(wy, Math.hypot(wx, wz))) };
}

const isFullSphere = (area: Coverage) => isFullTurn(area) && area.top >= 90 && area.bottom <= -90;
