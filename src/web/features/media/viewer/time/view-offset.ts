import type { View } from "#panorama/types.ts";

/**
 * How the second picture is turned against the first, beyond what the north of both says: degrees to the right and up,
 * and by how much wider it is seen.
 */
export interface ViewOffset {
  readonly yaw: number;
  readonly pitch: number;
  readonly zoom: number;
}

export const noOffset: ViewOffset = { yaw: 0, pitch: 0, zoom: 1 };

/** Yaw at which north lies in each picture. */
export interface Norths {
  readonly first: number;
  readonly second: number;
}

/** -180 (included) to 180 (excluded). */
const wrap = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** The view of the second picture that looks where the first one does. */
export const besideFirst = (view: View, north: Norths, offset: ViewOffset): View => ({
  yaw: wrap(view.yaw - north.first + north.second + offset.yaw),
  pitch: view.pitch + offset.pitch,
  fov: view.fov * offset.zoom,
});

/** The other way round. */
export const besideSecond = (view: View, north: Norths, offset: ViewOffset): View => ({
  yaw: wrap(view.yaw - north.second + north.first - offset.yaw),
  pitch: view.pitch - offset.pitch,
  fov: view.fov / offset.zoom,
});

/** How two views are turned against each other. */
export const offsetOf = (first: View, second: View, north: Norths): ViewOffset => ({
  yaw: wrap(second.yaw - north.second - (first.yaw - north.first)),
  pitch: second.pitch - first.pitch,
  zoom: second.fov / first.fov,
});

/** Whether somebody could see it. */
export const isNoOffset = ({ yaw, pitch, zoom }: ViewOffset): boolean =>
  Math.abs(yaw) < 0.05 && Math.abs(pitch) < 0.05 && Math.abs(zoom - 1) < 0.005;
