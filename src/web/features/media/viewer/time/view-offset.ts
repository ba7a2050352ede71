import type { View } from "#panorama/types.ts";

/**
 * Offset of the second picture's view beyond the norths of both: degrees to the right and up, and the ratio of the
 * fields of view.
 */
export interface ViewOffset {
  readonly yaw: number;
  readonly pitch: number;
  readonly zoom: number;
}

export const noOffset: ViewOffset = { yaw: 0, pitch: 0, zoom: 1 };

/** Yaw of north in each picture. */
export interface Norths {
  readonly first: number;
  readonly second: number;
}

/** -180 (included) to 180 (excluded). */
const wrap = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** View of the second picture in the direction of the first. */
export const besideFirst = (view: View, north: Norths, offset: ViewOffset): View => ({
  yaw: wrap(view.yaw - north.first + north.second + offset.yaw),
  pitch: view.pitch + offset.pitch,
  fov: view.fov * offset.zoom,
});

/** View of the first picture in the direction of the second. */
export const besideSecond = (view: View, north: Norths, offset: ViewOffset): View => ({
  yaw: wrap(view.yaw - north.second + north.first - offset.yaw),
  pitch: view.pitch - offset.pitch,
  fov: view.fov / offset.zoom,
});

/** Offset between two views. */
export const offsetOf = (first: View, second: View, north: Norths): ViewOffset => ({
  yaw: wrap(second.yaw - north.second - (first.yaw - north.first)),
  pitch: second.pitch - first.pitch,
  zoom: second.fov / first.fov,
});

/** Whether the offset is too small to be visible. */
export const isNoOffset = ({ yaw, pitch, zoom }: ViewOffset): boolean =>
  Math.abs(yaw) < 0.05 && Math.abs(pitch) < 0.05 && Math.abs(zoom - 1) < 0.005;
