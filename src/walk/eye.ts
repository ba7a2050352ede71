import type { Points } from "./measure-pair.ts";
import type { Features } from "./types.ts";

/** Pitch in radians below which corners may lie on the floor. */
const LOWER = -0.3;
const FEWEST = 12;

/**
 * Height of the camera over the floor in units of the step; 0 when no floor was seen. The floor is the lowest level on
 * which many corners lie.
 */
export function eyeOf({ anglesRadians }: Features, { a, fromFirst, parallax }: Points): number {
  const heights: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const pitch = anglesRadians[a[i]! * 2 + 1]!;
    if (pitch < LOWER && parallax[i]! > 0.04) heights.push(Math.log(-Math.sin(pitch) * fromFirst[i]!));
  }
  if (heights.length < FEWEST) return 0;
  const counts = heights.map((value) => heights.filter((height) => Math.abs(height - value) < 0.1).length);
  const most = Math.max(...counts);
  if (most < 8) return 0;
  const floor = heights.filter((_, i) => counts[i]! >= 0.6 * most).toSorted((x, y) => x - y);
  return Math.exp(floor[Math.floor(floor.length * 0.8)]!);
}
