import type { View, ViewLimits } from "../view.ts";
import { clamp, toDegrees, toRadians, wrapYaw } from "./angles.ts";
import { horizontalFov } from "./camera.ts";
import { type Coverage, isFullTurn } from "./coverage.ts";

export const DEFAULT_VIEW: View = { yaw: 0, pitch: 0, fov: 60 };

/** Narrower views show pixels, wider ones bend straight walls beyond recognition. */
const DEFAULT_MIN_FOV = 25;
const DEFAULT_MAX_FOV = 100;

/**
 * The nearest permitted view: fov within its limits and no wider than a cropped picture, no flip over the poles,
 * nothing beyond the edges of a cropped picture.
 */
export function clampView(view: View, limits: ViewLimits, coverage: Coverage, aspect: number): View {
  const least = limits.minFov ?? DEFAULT_MIN_FOV;
  const most = Math.min(limits.maxFov ?? DEFAULT_MAX_FOV, widestFov(coverage, aspect));
  const fov = clamp(view.fov, least, Math.max(least, most));
  const pitch = clampPitch(view.pitch, fov, coverage);
  const yaw = isFullTurn(coverage)
    ? wrapYaw(view.yaw)
    : clampWithin(wrapYaw(view.yaw), coverage.left, coverage.right, yawSpan(pitch, fov, aspect));
  return { yaw, pitch, fov };
}

/** The widest view that a cropped picture fills, looking straight ahead. */
function widestFov({ left, right, top, bottom }: Coverage, aspect: number): number {
  const high = top < 90 && bottom > -90 ? top - bottom : 180;
  const across = right - left;
  return across < 180 ? Math.min(high, horizontalFov(across, 1 / aspect)) : high;
}

/** Degrees of yaw from edge to edge of a view; when looking up or down, at its far edge, where the span is largest. */
function yawSpan(pitch: number, fov: number, aspect: number): number {
  const half = Math.tan(toRadians(fov) / 2);
  const tilt = toRadians(Math.abs(pitch));
  return 2 * toDegrees(Math.atan2(half * aspect, Math.cos(tilt) - half * Math.sin(tilt)));
}

/** A view may reach the poles themselves; the edge of a cropped picture must stay outside it. */
function clampPitch(pitch: number, fov: number, coverage: Coverage): number {
  const low = coverage.bottom <= -90 ? -90 - fov / 2 : coverage.bottom;
  const high = coverage.top >= 90 ? 90 + fov / 2 : coverage.top;
  return clamp(clampWithin(clamp(pitch, -90, 90), low, high, fov), -90, 90);
}

function clampWithin(centre: number, low: number, high: number, extent: number): number {
  if (high - low <= extent) return (low + high) / 2;
  return clamp(centre, low + extent / 2, high - extent / 2);
}
