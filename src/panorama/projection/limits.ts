import type { View, ViewLimits } from "../view.ts";
import { clamp, wrapYaw } from "./angles.ts";
import { horizontalFov } from "./camera.ts";
import { type Coverage, isFullTurn } from "./coverage.ts";

export const DEFAULT_VIEW: View = { yaw: 0, pitch: 0, fov: 60 };

/** Narrower than this shows pixels, wider bends straight walls beyond recognition. */
const DEFAULT_MIN_FOV = 25;
const DEFAULT_MAX_FOV = 100;

/** The nearest view that is allowed: fov within its limits, no flip over the poles, no look beyond a cropped picture. */
export function clampView(view: View, limits: ViewLimits, coverage: Coverage, aspect: number): View {
  const fov = clamp(view.fov, limits.minFov ?? DEFAULT_MIN_FOV, limits.maxFov ?? DEFAULT_MAX_FOV);
  const pitch = clampPitch(view.pitch, fov, coverage);
  const yaw = isFullTurn(coverage)
    ? wrapYaw(view.yaw)
    : clampWithin(wrapYaw(view.yaw), coverage.left, coverage.right, horizontalFov(fov, aspect));
  return { yaw, pitch, fov };
}

/** The poles themselves may be looked at; the edge of a cropped picture must not come into the view. */
function clampPitch(pitch: number, fov: number, coverage: Coverage): number {
  const low = coverage.bottom <= -90 ? -90 - fov / 2 : coverage.bottom;
  const high = coverage.top >= 90 ? 90 + fov / 2 : coverage.top;
  return clampWithin(clamp(pitch, -90, 90), low, high, fov);
}

function clampWithin(centre: number, low: number, high: number, extent: number): number {
  if (high - low <= extent) return (low + high) / 2;
  return clamp(centre, low + extent / 2, high - extent / 2);
}
