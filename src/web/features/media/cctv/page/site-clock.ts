import type { Language } from "#contract/languages.ts";
import { localeOf } from "#web/lib/format.ts";

/** A calendar day, `2026-11-21`. */
export type Day = string;

const dayMs = 86_400_000;

/** Milliseconds by which a zone is ahead of UTC at an instant. */
function aheadOf(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(instant / 1000) * 1000;
}

/** The instant at which a day starts in a zone. */
export function startOf(day: Day, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Twice, because the offset at midnight may differ from the one a few hours away.
  const guess = midnight - aheadOf(midnight, zone);
  return new Date(midnight - aheadOf(guess, zone));
}

/** A day as a span of instants, end exclusive. */
export function spanOf(first: Day, last: Day, zone: string): { from: string; to: string } {
  const end = startOf(nextDay(last), zone).getTime() - 1;
  return { from: startOf(first, zone).toISOString(), to: new Date(end).toISOString() };
}

export const nextDay = (day: Day): Day => shiftDay(day, 1);

export const shiftDay = (day: Day, by: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10);

/** The day in a zone at an instant. */
export function dayAt(instant: string | Date, zone: string): Day {
  const time = new Date(instant).getTime();
  return new Date(time + aheadOf(time, zone)).toISOString().slice(0, 10);
}

/** Formats times of pictures in the site's zone. */
export function siteTimes(language: Language, zone: string) {
  const make = (style: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, ...style });
    return (instant: string) => written.format(new Date(instant));
  };
  return {
    time: make({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    moment: make({
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
  };
}

/** A day as text; not shifted by any zone. */
export function dayText(day: Day, language: Language, style: "long" | "short" = "long"): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    timeZone: "UTC",
    day: "numeric",
    month: style,
    year: "numeric",
    ...(style === "long" && { weekday: "long" }),
  }).format(new Date(`${day}T00:00:00Z`));
}
