/** Local time of a building site, by the rules of its time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

export function isTimeZone(zone: string): boolean {
  try {
    return zone !== "" && formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** Local time at the site. */
export interface SiteTime {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export function siteTime(at: Date, zone: string): SiteTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "", weekday = "" } = parts;
  return { year, month, day, hour, minute, weekday: weekdays.indexOf(weekday) };
}

/** The day at the site, `2026-11-21`. */
export function dayAt(now: Date, zone: string): string {
  const { year, month, day } = siteTime(now, zone);
  return `${year}-${month}-${day}`;
}

const HOUR = 3_600_000;

/** Milliseconds by which local time is ahead of UTC. */
function offsetAt(time: number, zone: string): number {
  const { year, month, day, hour, minute } = siteTime(new Date(time), zone);
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return local - Math.floor(time / 60_000) * 60_000;
}

/**
 * The instant of a full hour of a day at the site. Of an hour that the clocks repeat, the first; of one that they skip,
 * the instant at which it would have been.
 */
export function instantAt(day: string, hour: number, zone: string): Date {
  const local = new Date(`${day}T00:00:00Z`).getTime() + hour * HOUR;
  const before = offsetAt(local - 26 * HOUR, zone);
  const after = offsetAt(local + 26 * HOUR, zone);
  const fitting = [before, after]
    .map((offset) => local - offset)
    .filter((time) => time + offsetAt(time, zone) === local);
  return new Date(fitting.length === 0 ? local - before : Math.min(...fitting));
}

/** A number of days later, `2026-11-21`. */
export const addDays = (day: string, days: number): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + days * 24 * HOUR).toISOString().slice(0, 10);

/** Days from the first day to the second. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((new Date(`${to}T00:00:00Z`).getTime() - new Date(`${from}T00:00:00Z`).getTime()) / (24 * HOUR));
