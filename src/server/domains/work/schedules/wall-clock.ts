/**
 * Wall-clock time: `2026-03-31T08:00:00`, without a zone. All computation is in minutes since 1970 of that same clock,
 * so that no night with a daylight saving change is shorter or longer than another.
 */
export type WallTime = string;

export const DAY_MINUTES = 1440;
const MINUTE = 60_000;
const SHAPE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Returns null for an invalid date. A zone appended by some program is dropped: other readers ignore it as well. */
export function parseWallTime(text: string): WallTime | null {
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] =
    SHAPE.exec(text.trim()) ?? [];
  if (year === "" || Number(year) < 1900) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Minutes since 1970-01-01; seconds are fractions of a minute. */
export const minutesOf = (wall: WallTime): number => Date.parse(`${wall}Z`) / MINUTE;

/** `2026-03-31`. */
export const dayOfWallTime = (wall: WallTime): string => wall.slice(0, 10);

/** Days since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / (DAY_MINUTES * MINUTE);

export const dayAt = (number: number): string =>
  new Date(number * DAY_MINUTES * MINUTE).toISOString().slice(0, 10);

/** 0 Sunday … 6 Saturday. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;
