import { medianOf } from "./angles.ts";
import type { Points } from "./measure-pair.ts";

/** Logarithm of the step of pair `to` over that of pair `from`, with its standard error. */
export interface Ratio {
  readonly from: number;
  readonly to: number;
  readonly log: number;
  readonly error: number;
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly pair: number;
  readonly points: Points;
}

const FEWEST = 6;
const PARALLAX = 0.025;

/** Compares the distances of corners that two pairs share: both pairs see the same corner of one picture. */
export function ratiosOf(pairs: readonly Ends[], one: Found, other: Found): Ratio[] {
  const [a, b] = [pairs[one.pair]!, pairs[other.pair]!];
  const shared: [boolean, boolean][] = [];
  if (a.from === b.from) shared.push([true, true]);
  if (a.to === b.from) shared.push([false, true]);
  if (a.from === b.to) shared.push([true, false]);
  if (a.to === b.to) shared.push([false, false]);
  return shared.flatMap(([isFirst, isOtherFirst]) => {
    const logs = logsOf(one.points, isFirst, other.points, isOtherFirst);
    if (logs.length < FEWEST) return [];
    const log = medianOf(logs);
    const spread = 1.48 * medianOf(logs.map((value) => Math.abs(value - log)));
    return [
      {
        from: one.pair,
        to: other.pair,
        log,
        error: 0.02 + (1.25 * Math.max(0.05, spread)) / Math.sqrt(logs.length),
      },
    ];
  });
}

function logsOf(one: Points, isFirst: boolean, other: Points, isOtherFirst: boolean): number[] {
  const [mine, distances] = isFirst ? [one.a, one.fromFirst] : [one.b, one.fromSecond];
  const [theirs, others] = isOtherFirst ? [other.a, other.fromFirst] : [other.b, other.fromSecond];
  const at = new Map<number, number>();
  for (let i = 0; i < mine.length; i++) if (one.parallax[i]! > PARALLAX) at.set(mine[i]!, i);
  const logs: number[] = [];
  for (let j = 0; j < theirs.length; j++) {
    const i = at.get(theirs[j]!);
    if (i === undefined || other.parallax[j]! <= PARALLAX) continue;
    // The same distance is `distances[i]` steps of one pair and `others[j]` steps of the other.
    logs.push(Math.log(distances[i]! / others[j]!));
  }
  return logs;
}
