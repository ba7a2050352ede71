import { RADIANS } from "./angles.ts";
import type { Bearings, Pose } from "./geometry.ts";

const YAW_STEP = 4;
const DIRECTION_STEP = 6;
/** The camera climbs stairs at about this pitch; level steps are preferred by the factor. */
const CLIMBS: readonly (readonly [number, number])[] = [
  [0, 1],
  [29, 0.85],
  [-29, 0.85],
];
/** Climbs are tried in every second direction only. */
const LEVEL = CLIMBS.slice(0, 1);
/** Sine of the distance to the epipolar plane within which a match counts. */
const NEAR = Math.sin(2.6 * RADIANS);

/** A cell of the grid, with the number of matches that confirm it. */
export interface Candidate {
  readonly pose: Pose;
  readonly count: number;
}

/**
 * Counts matches over all turns and all directions of the step, for level cameras. A turn of 128 degrees between two
 * pictures occurs at doors, so the grid has no bounds. A step and its opposite give the same count; depths decide later.
 */
export function bestCandidates(bearings: Bearings, most: number, turns?: { middle: number; range: number }) {
  const { count, first, second } = bearings;
  const turnCount = 360 / YAW_STEP;
  const directionCount = 180 / DIRECTION_STEP;
  const cells: Candidate[] = [];
  const cx = new Float64Array(count);
  const cy = new Float64Array(count);
  const cz = new Float64Array(count);
  const qx = new Float64Array(count);
  const qy = new Float64Array(count);
  for (let i = 0; i < turnCount; i++) {
    const turn = i * YAW_STEP * RADIANS;
    if (
      turns &&
      Math.abs(Math.atan2(Math.sin(turn - turns.middle), Math.cos(turn - turns.middle))) > turns.range
    )
      continue;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    for (let m = 0; m < count; m++) {
      const p = m * 3;
      const [x, y, z] = [first[p]!, first[p + 1]!, first[p + 2]!];
      qx[m] = second[p]! * c + second[p + 1]! * s;
      qy[m] = second[p + 1]! * c - second[p]! * s;
      const qz = second[p + 2]!;
      cx[m] = y * qz - z * qy[m]!;
      cy[m] = z * qx[m]! - x * qz;
      cz[m] = x * qy[m]! - y * qx[m]!;
    }
    for (let j = 0; j < directionCount; j++)
      for (const [climb, factor] of j % 2 === 0 ? CLIMBS : LEVEL) {
        // A climb distinguishes a step from its opposite, which is the other climb on the opposite side.
        const direction = j * DIRECTION_STEP * RADIANS;
        const flat = Math.cos(climb * RADIANS);
        const [tx, ty, tz] = [
          Math.sin(direction) * flat,
          Math.cos(direction) * flat,
          Math.sin(climb * RADIANS),
        ];
        let votes = 0;
        for (let m = 0; m < count; m++) {
          const away = tx * cx[m]! + ty * cy[m]! + tz * cz[m]!;
          const along = tx * qx[m]! + ty * qy[m]! + tz * second[m * 3 + 2]!;
          if (away * away < NEAR * NEAR * (1.02 - along * along)) votes++;
        }
        cells.push({
          pose: { turn, tiltX: 0, tiltY: 0, direction, climb: climb * RADIANS },
          count: votes * factor,
        });
      }
  }
  return separated(
    cells.sort((a, b) => b.count - a.count),
    most,
  );
}

const apart = (a: number, b: number, period: number) => {
  const difference = Math.abs(a - b) % period;
  return Math.min(difference, period - difference);
};

/** The best cells, without neighbours of better ones. */
function separated(cells: readonly Candidate[], most: number): Candidate[] {
  const chosen: Candidate[] = [];
  for (const cell of cells) {
    if (chosen.length === most) break;
    const isNear = chosen.some(
      ({ pose }) =>
        apart(pose.turn, cell.pose.turn, 2 * Math.PI) < 11 * RADIANS &&
        apart(pose.direction, cell.pose.direction, Math.PI) < 17 * RADIANS &&
        Math.abs(pose.climb - cell.pose.climb) < 0.1,
    );
    if (!isNear) chosen.push(cell);
  }
  return chosen;
}
