export interface Scale {
  /** The upper end of the axis; never 0. */
  readonly top: number;
  /** From 0 to the top, lowest first. */
  readonly ticks: readonly number[];
}

export interface ScaleWishes {
  /** Approximate number of steps of the axis. */
  readonly steps?: number;
  /** No fractional steps, for counts. */
  readonly isWhole?: boolean;
  /** 1024 for bytes, so that a step is a round number of their unit. */
  readonly unit?: 1024;
}

const round = [1, 2, 2.5, 5, 10];

/** An axis from 0 to a round number of at least `highest`, divided at round numbers. */
export function scaleOf(highest: number, { steps = 4, isWhole = false, unit }: ScaleWishes = {}): Scale {
  const size = unit === undefined || highest < 1 ? 1 : unit ** Math.floor(Math.log(highest) / Math.log(unit));
  const most = Math.max(highest / size, isWhole ? 1 : Number.MIN_VALUE);
  const wanted = highest <= 0 ? 1 / steps : most / steps;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const nice = round.find((factor) => factor * power >= wanted * (1 - 1e-9)) ?? 10;
  const step = isWhole && size === 1 ? Math.max(1, Math.ceil(nice * power)) : nice * power;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, at) => tidy(at * step) * size);
  return { top: ticks.at(-1) ?? 1, ticks };
}

/** 0.30000000000000004 is 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Interval of the labels of an axis that keeps them from touching: every one, every second, ... */
export function labelStep(count: number, width: number, labelWidth: number): number {
  if (count === 0 || width <= 0) return 1;
  return Math.max(1, Math.ceil((labelWidth * count) / width));
}

/** The same for unevenly spaced positions: the first, then each that is far enough from the previous one. */
export function spaced(places: readonly number[], labelWidth: number): ReadonlySet<number> {
  const kept = new Set<number>();
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    if (kept.size > 0 && Math.abs(place - before) < labelWidth) continue;
    kept.add(index);
    before = place;
  }
  return kept;
}

/** Index of the position nearest to `at`; -1 where there are none. */
export function nearest(places: readonly number[], at: number): number {
  let found = -1;
  for (const [index, place] of places.entries())
    if (found === -1 || Math.abs(place - at) < Math.abs((places[found] ?? 0) - at)) found = index;
  return found;
}
