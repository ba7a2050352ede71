import { RADIANS } from "./angles.ts";
import type { LocatedPose } from "./locate-walk.ts";
import { type OutlineEvidence, stepEvidence, turnEvidence } from "./outline-evidence.ts";

/** A known spot in metres, x to the right and y up, with its heading. */
export interface LocatedSpot {
  readonly index: number;
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** Metres within which outlines of two positions are alike at all. */
const REACH = 2.2;
const NEAR = 1.5;
/** Below the first, only the turn counts; above the second, only turn and direction together. */
const SAME = 0.5;
const MOVED = 1;
/** Weight of spots near a position from which the evidence counts in full. */
const FULL = 0.6;

/** Spots of one floor plan in cells as wide as their reach. */
export function createSpotGrid(spots: readonly LocatedSpot[]) {
  const cells = new Map<string, LocatedSpot[]>();
  const keyOf = (column: number, row: number) => `${column} ${row}`;
  for (const spot of spots) {
    const [column, row] = [Math.floor(spot.x / REACH), Math.floor(spot.y / REACH)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const key = keyOf(column + dx, row + dy);
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [spot]);
        else list.push(spot);
      }
  }
  const around = (x: number, y: number) =>
    cells.get(keyOf(Math.floor(x / REACH), Math.floor(y / REACH))) ?? [];
  return {
    isNear: ({ x, y }: LocatedPose): boolean =>
      around(x, y).some((spot) => Math.hypot(x - spot.x, y - spot.y) < NEAR),
    /** Mean evidence of the spots around a pose, the nearest most, in standard deviations; 0 where none is near. */
    evidenceAt(
      { x, y, heading }: LocatedPose,
      evidenceOf: (spot: LocatedSpot) => OutlineEvidence | undefined,
    ): number {
      let [sum, weights] = [0, 0];
      for (const spot of around(x, y)) {
        const [dx, dy] = [x - spot.x, y - spot.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= REACH) continue;
        const evidence = evidenceOf(spot);
        if (evidence === undefined) continue;
        const weight = Math.min(1, (REACH - distance) / (REACH - 0.4));
        const turn = heading - spot.heading;
        const direction = Math.atan2(dx, dy) / RADIANS - spot.heading;
        const moved = distance < SAME ? 0 : distance < MOVED ? 0.5 : 1;
        sum +=
          weight *
          ((moved < 1 ? (1 - moved) * turnEvidence(evidence, turn) : 0) +
            (moved > 0 ? moved * stepEvidence(evidence, turn, direction) : 0));
        weights += weight;
      }
      return weights === 0 ? 0 : (sum / Math.max(FULL, weights)) * Math.min(1, weights / FULL + 0.4);
    },
  };
}
