export const dayLength = 86_400_000;

/**
 * Converts the site's local time (`2026-03-31T08:00:00`, or a day) to milliseconds, as if it were UTC: no time zone is
 * named, so no change of daylight saving time may shift a bar. NaN for invalid input.
 */
export const wallTime = (text: string): number =>
  Date.parse(text.length > 10 ? `${text}Z` : `${text}T00:00:00Z`);

/** The day of such a time. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

const floorDay = (time: number) => Math.floor(time / dayLength) * dayLength;
const ceilDay = (time: number) => Math.ceil(time / dayLength) * dayLength;

/** Whole days from one day to another; negative backwards. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((floorDay(wallTime(to)) - floorDay(wallTime(from))) / dayLength);

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Extent of a bar: whole days, as usual for schedules. A task from eight to five fills its day, and its successor
 * begins where it ends. Null where a side is missing.
 */
export function spanOf(start: string | null, finish: string | null): Span | null {
  const [from, to] = [
    start === null ? Number.NaN : wallTime(start),
    finish === null ? Number.NaN : wallTime(finish),
  ];
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  const first = floorDay(Math.min(from, to));
  return { from: first, to: Math.max(ceilDay(Math.max(from, to)), first + dayLength) };
}

/** Position of a milestone or a deadline: on the edge of its day that is nearer to its time. */
export function pointOf(moment: string | null): number | null {
  const time = moment === null ? Number.NaN : wallTime(moment);
  return Number.isNaN(time) ? null : Math.round(time / dayLength) * dayLength;
}
