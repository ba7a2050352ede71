import { medianOf, RADIANS } from "./angles.ts";
import { type Equation, solveSparse } from "./sparse.ts";
import type { NodePair, WalkState } from "./walk-state.ts";

/** Pairs below this quality are not used, apart from the time between their pictures. */
export const USABLE = 0.05;
/** Typical spread of a walker's pace, as a logarithm. */
const PACE_ERROR = 0.45;
/** A return to an earlier position: the time between both pictures says nothing of their distance. */
const NO_PACE = 3;
export const isReturn = ({ from, to }: NodePair) => to - from > 3;
/** Typical spread of the measured height over the floor: things lie on it. */
const EYE_ERROR = 0.2;

/** Seconds in which the camera moved from each node to the next; pictures of a stop do not count. */
export function movingSeconds({
  pictures,
  nodePictures,
}: Pick<WalkState, "pictures" | "nodePictures">): number[] {
  const lastOf = new Map<number, number>();
  for (const { node, at } of pictures) if (node >= 0) lastOf.set(node, at);
  return nodePictures.slice(1).map((picture, i) => {
    const start = lastOf.get(i) ?? 0;
    return Math.max(0.15, pictures[picture]!.at - start);
  });
}

const secondsOf = ({ from, to }: NodePair, seconds: readonly number[]): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += seconds[i]!;
  return sum;
};

/**
 * Length of each pair's step: from the distances of the corners that pairs share, from the height of the camera over the
 * floor and, weakest, from the time that passed. Also the length per second of the walk.
 */
export function solveSteps({ pairs, ratios }: WalkState, seconds: readonly number[]): Float64Array {
  const usable = (pair: number) => pairs[pair]!.quality >= USABLE;
  const equations: Equation[] = pairs.map((pair, i) => ({
    at: [i],
    factors: [1],
    value: isReturn(pair) ? 0 : Math.log(secondsOf(pair, seconds)),
    error: isReturn(pair) ? NO_PACE : PACE_ERROR,
  }));
  for (const { from, to, log, error } of ratios)
    if (usable(from) && usable(to))
      equations.push({ at: [from, to], factors: [-1, 1], value: log, error: error + 0.03 });
  const eye = pairs.length;
  for (const [i, pair] of pairs.entries())
    if (pair.eye > 0 && usable(i))
      equations.push({ at: [i, eye], factors: [1, -1], value: -Math.log(pair.eye), error: EYE_ERROR });
  const start = new Float64Array(pairs.length + 1);
  for (const [i, { value }] of equations.slice(0, pairs.length).entries()) start[i] = value;
  const eyes = pairs.flatMap((pair, i) =>
    pair.eye > 0 && usable(i) && !isReturn(pair) ? [start[i]! + Math.log(pair.eye)] : [],
  );
  start[eye] = eyes.length === 0 ? 0 : medianOf(eyes);
  return solveSparse(equations, start, 4).map(Math.exp);
}

/** Heading of each node, radians, the first 0. Turns are added without wrapping. */
export function solveHeadings(nodes: number, pairs: readonly NodePair[]): Float64Array {
  const start = new Float64Array(nodes);
  for (let i = 1; i < nodes; i++) {
    const into = pairs.filter((pair) => pair.to === i && pair.quality >= USABLE && !isReturn(pair));
    const best = into.toSorted((a, b) => b.quality - a.quality)[0];
    start[i] = best === undefined ? start[i - 1]! : start[best.from]! + nearTo(best.turn, 0);
  }
  const equations: Equation[] = [{ at: [0], factors: [1], value: 0, error: 1e-3 }];
  for (let i = 1; i < nodes; i++)
    equations.push({ at: [i - 1, i], factors: [-1, 1], value: start[i]! - start[i - 1]!, error: 1 });
  for (const { from, to, turn, turnError, quality } of pairs) {
    if (quality < USABLE) continue;
    const value = nearTo(turn, start[to]! - start[from]!);
    equations.push({
      at: [from, to],
      factors: [-1, 1],
      value,
      error: (turnError + 0.15 * RADIANS) / Math.sqrt(Math.min(1, quality + 0.1)),
    });
  }
  return solveSparse(equations, start, 4);
}

/** The angle plus whole turns that lies nearest to another. */
const nearTo = (angle: number, to: number): number =>
  angle + 2 * Math.PI * Math.round((to - angle) / (2 * Math.PI));

/** Positions of the nodes: x and y of each, the first at 0. */
export function solvePositions(
  pairs: readonly NodePair[],
  headings: Float64Array,
  steps: Float64Array,
  seconds: readonly number[],
): Float64Array {
  const nodes = headings.length;
  const start = new Float64Array(nodes * 2);
  const equations: Equation[] = [
    { at: [0], factors: [1], value: 0, error: 1e-3 },
    { at: [1], factors: [1], value: 0, error: 1e-3 },
  ];
  const chained = new Set<number>();
  for (const [i, pair] of pairs.entries()) {
    if (pair.quality < USABLE) continue;
    const azimuth = headings[pair.from]! + pair.direction;
    const [ux, uy] = [Math.sin(azimuth), Math.cos(azimuth)];
    const length = steps[i]! * Math.cos(pair.climb);
    const at = [pair.from * 2, pair.from * 2 + 1, pair.to * 2, pair.to * 2 + 1];
    const doubt = 1 / Math.sqrt(Math.min(1, pair.quality + 0.1));
    equations.push(
      {
        at,
        factors: [-ux, -uy, ux, uy],
        value: length,
        error: steps[i]! * (isReturn(pair) ? (pair.eye > 0 ? 0.4 : 2) : 0.08) * doubt,
      },
      {
        at,
        factors: [-uy, ux, uy, -ux],
        value: 0,
        error: steps[i]! * (pair.directionError + 0.02) * doubt,
      },
    );
    if (pair.to === pair.from + 1) {
      chained.add(pair.to);
      start[pair.to * 2] = start[pair.from * 2]! + ux * length;
      start[pair.to * 2 + 1] = start[pair.from * 2 + 1]! + uy * length;
    }
  }
  const pace = paceOf(pairs, steps, seconds);
  for (let i = 1; i < nodes; i++) {
    // A weak guess keeps the system solvable where nothing was measured: straight on, at the usual pace.
    const length = pace * seconds[i - 1]!;
    const azimuth = headings[i - 1]! + walkingYaw(pairs);
    const guess = [Math.sin(azimuth) * length, Math.cos(azimuth) * length] as const;
    if (!chained.has(i)) for (const k of [0, 1] as const) start[i * 2 + k] = start[i * 2 - 2 + k]! + guess[k];
    for (const k of [0, 1] as const)
      equations.push({
        at: [i * 2 - 2 + k, i * 2 + k],
        factors: [-1, 1],
        value: guess[k],
        error: length * 3,
      });
  }
  return solveSparse(equations, start, 3);
}

/** Length per second. */
export function paceOf(pairs: readonly NodePair[], steps: Float64Array, seconds: readonly number[]): number {
  const paces = pairs.flatMap((pair, i) =>
    pair.quality >= USABLE && !isReturn(pair) ? [steps[i]! / secondsOf(pair, seconds)] : [],
  );
  return paces.length === 0 ? 1 : medianOf(paces);
}

/** The yaw into which the person usually walks: cameras are often mounted turned. */
function walkingYaw(pairs: readonly NodePair[]): number {
  let [x, y] = [0, 0];
  for (const { direction, quality } of pairs.filter((pair) => !isReturn(pair))) {
    x += Math.sin(direction) * quality;
    y += Math.cos(direction) * quality;
  }
  return Math.atan2(x, y);
}
