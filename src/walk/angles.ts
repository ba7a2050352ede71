export const RADIANS = Math.PI / 180;

/** The same angle in -180 to 180 degrees. */
export const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The same angle in 0 to 360 degrees. */
export const compass = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Median of a list that is not changed; NaN for an empty one. */
export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
