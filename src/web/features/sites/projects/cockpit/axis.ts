/** A time axis that ends now, in milliseconds. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** Minimum length, even for a new site: a shorter axis says nothing about the frequency of visits. */
const SHORTEST = 60 * DAY;
/** Margin before the oldest visit, so that it is not on the edge. */
const ROOM = 0.03;
/** Maximum number of month labels, with the year, that stay legible on a phone. */
const LABELS = 4;

/** From a little before the oldest date to now, or to the newest where a clock is ahead. */
export function axisOf(dates: readonly (string | Date)[], now: Date = new Date()): Axis {
  const times = dates.map((date) => new Date(date).getTime());
  const to = Math.max(now.getTime(), ...times);
  const oldest = Math.min(to - SHORTEST, ...times);
  return { from: oldest - (to - oldest) * ROOM, to };
}

/** Position of an instant: 0 at the start, 1 at the end. */
export function placeOn({ from, to }: Axis, instant: string | Date): number {
  const share = (new Date(instant).getTime() - from) / (to - from);
  return Math.min(1, Math.max(0, share));
}

/** First days of months, as many as are legible, none so near the end that its label would not fit. */
export function monthTicks(axis: Axis): Date[] {
  const first = new Date(axis.from);
  const months: Date[] = [];
  for (let at = startOfMonth(first, 1); at.getTime() < axis.to; at = startOfMonth(at, 1)) months.push(at);
  const step = Math.max(1, Math.ceil(months.length / LABELS));
  return months.filter((month, index) => index % step === 0 && placeOn(axis, month) < 0.88);
}

const startOfMonth = (date: Date, later: number) => new Date(date.getFullYear(), date.getMonth() + later, 1);
