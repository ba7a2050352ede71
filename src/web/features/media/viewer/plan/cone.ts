import type { ViewerSheet } from "#contract/viewer.ts";

type Standing = ViewerSheet["rooms"][number];

/** -180 (included) to 180 (excluded). */
const wrap = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/**
 * Direction of a view on the floor plan: degrees clockwise from its upper edge.
 * @param yaw of the view.
 * @param north yaw of north in the picture; ignored for a room whose heading is set.
 */
export function headingOnPlan(
  yaw: number,
  north: number,
  { heading }: Pick<Standing, "heading">,
  sheet: Pick<ViewerSheet, "north">,
): number {
  return wrap((heading ?? sheet.north - north) + yaw);
}

/** Visible share of the circle in degrees: the horizontal angle of a view with the vertical angle `fov`. */
export function widthOfView(fov: number, aspect: number): number {
  const half = Math.atan(Math.tan((fov * Math.PI) / 360) * aspect);
  return (half * 360) / Math.PI;
}

/** The path of a cone that points upwards from the middle of a field of 100 by 100. */
export function conePath(width: number): string {
  const half = (Math.min(width, 160) * Math.PI) / 360;
  const [x, y] = [Math.sin(half) * 50, Math.cos(half) * 50];
  const at = (value: number) => value.toFixed(2);
  return `M50 50L${at(50 - x)} ${at(50 - y)}A50 50 0 0 1 ${at(50 + x)} ${at(50 - y)}Z`;
}
