import { RADIANS } from "./angles.ts";
import { type Equation, solveSparse } from "./sparse.ts";
import { USABLE } from "./track-solve.ts";
import type { NodePair } from "./walk-state.ts";

/** Height of the camera of a walking person, metres. */
export const EYE_METRES = 1.65;
const STOREY_METRES = 3.2;
const LEAST_METRES = 2;
/** Stairs rise by some thirty degrees, ramps by up to ten. */
export const STEEP = 11 * RADIANS;
/** Level steps within stairs: a landing. */
const LANDING = 6;

export interface Tilt {
  /** Radians by which what is level ahead, and to the right, appears above the horizon. */
  readonly pitch: number;
  readonly roll: number;
}

/** Tilt of the camera that all pictures share: people walk on level floors, so steps seem to climb by it. */
export function tiltOf(pairs: readonly NodePair[]): Tilt {
  const equations: Equation[] = [
    { at: [0], factors: [1], value: 0, error: 4 * RADIANS },
    { at: [1], factors: [1], value: 0, error: 4 * RADIANS },
  ];
  for (const { direction, climb, directionError, quality } of pairs)
    if (quality >= USABLE)
      equations.push({
        at: [0, 1],
        factors: [Math.cos(direction), Math.sin(direction)],
        value: climb,
        error: 1.5 * RADIANS + directionError,
      });
  // A tilted camera that turns seems to tilt the other way.
  for (const { turn, tiltX, tiltY, quality } of pairs) {
    const [c, s] = [1 - Math.cos(turn), Math.sin(turn)];
    if (quality < USABLE || Math.hypot(c, s) < 0.1) continue;
    equations.push(
      { at: [0, 1], factors: [c, s], value: tiltX, error: RADIANS },
      { at: [0, 1], factors: [s, -c], value: tiltY, error: RADIANS },
    );
  }
  const [pitch = 0, roll = 0] = solveSparse(equations, new Float64Array(2), 8);
  return { pitch, roll };
}

export interface NodeFloorChange {
  /** First node on the other floor. */
  readonly node: number;
  readonly storeys: number;
}

/** Stairs: steps that climb one after the other, by a storey in total. `metres` is the length of one unit of `steps`. */
export function floorChangesOf(
  pairs: readonly NodePair[],
  steps: Float64Array,
  tilt: Tilt,
  metres: number,
): NodeFloorChange[] {
  const chain = pairs
    .map((pair, i) => ({ pair, step: steps[i]! }))
    .filter(({ pair }) => pair.to === pair.from + 1 && pair.quality >= USABLE);
  const found: NodeFloorChange[] = [];
  let [sum, sign, level, end] = [0, 0, 0, 0];
  const close = () => {
    if (Math.abs(sum) >= LEAST_METRES)
      found.push({
        node: end,
        storeys: Math.sign(sum) * Math.max(1, Math.round(Math.abs(sum) / STOREY_METRES)),
      });
    [sum, sign, level] = [0, 0, 0];
  };
  for (const { pair, step } of chain) {
    const seeming = tilt.pitch * Math.cos(pair.direction) + tilt.roll * Math.sin(pair.direction);
    const climb = pair.climb - seeming;
    if (Math.abs(climb) < STEEP) {
      if (sign !== 0 && ++level > LANDING) close();
      continue;
    }
    if (sign !== 0 && Math.sign(climb) !== sign) close();
    sign = Math.sign(climb);
    level = 0;
    sum += Math.sin(climb) * step * metres;
    end = pair.to;
  }
  close();
  return found;
}
