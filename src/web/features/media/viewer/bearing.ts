/** Points of the compass, clockwise from north. */
export const compassPoints = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type CompassPoint = (typeof compassPoints)[number];

/**
 * Compass direction of a view: degrees clockwise from north, 0 (included) to 360 (excluded).
 * @param north yaw of north in the picture.
 */
export function bearingOf(yaw: number, north: number): number {
  return (((yaw - north) % 360) + 360) % 360;
}

/** The nearest of the eight points. */
export function compassPointOf(bearing: number): CompassPoint {
  return compassPoints[Math.round(bearing / 45) % compassPoints.length] ?? "n";
}
