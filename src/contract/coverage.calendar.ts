/** Working days of a site, and the days on which its 360 photos are due. Pure: no clock, no time zone. */

/** A day as a number: days since 1 January 1970. */
export type DayNumber = number;

const DAY = 86_400_000;
const WEEK = 7;

export const dayNumber = (day: string): DayNumber => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
export const dayText = (day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10);
/** 0 is Sunday; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % WEEK) + WEEK) % WEEK;

/** How often a spot is to be photographed: a number of days after the last photo, or on weekdays (0 is Sunday). */
export type Rhythm =
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "weekdays"; readonly weekdays: readonly number[] };

/** Days without work, both included. */
export interface Pause {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export interface SiteCalendar {
  /** The pause that contains the day, if any. */
  pauseOn(day: DayNumber): Pause | undefined;
  /** Neither weekend nor pause. */
  isWorking(day: DayNumber): boolean;
  /** Working days after `after`, up to and including `until`. */
  workingDays(after: DayNumber, until: DayNumber): number;
  /**
   * First day on which a spot last seen on `seen` is due. A pause stops the count of days, and no spot is due on a weekend
   * or in a pause. Null when the rhythm names weekend days only.
   */
  dueAfter(seen: DayNumber, rhythm: Rhythm): DayNumber | null;
  /** First day on which a spot that was never seen is due, from `since` on. */
  dueFrom(since: DayNumber, rhythm: Rhythm): DayNumber | null;
}

interface Span {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** Overlapping and adjacent pauses become one, in order. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to + 1)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

/** @param weekend weekdays without work; never all seven. */
export function siteCalendar(weekend: readonly number[], pauses: readonly Pause[]): SiteCalendar {
  const free = new Set(weekend);
  const known = pauses.map((pause) => ({ pause, from: dayNumber(pause.from), to: dayNumber(pause.to) }));
  const spans = merge(known);
  const isFree = (day: DayNumber) => free.has(weekdayOf(day));
  const spanOn = (day: DayNumber) => spans.find(({ from, to }) => from <= day && day <= to);

  /** Days outside weekends among the first of a week, by their number. */
  const firstOfWeek = [0];
  for (let weekday = 0; weekday < WEEK; weekday += 1)
    firstOfWeek.push((firstOfWeek[weekday] ?? 0) + (free.has(weekday) ? 0 : 1));
  /** Days outside weekends up to and including a day, from a Sunday long before. */
  const plainUpTo = (day: DayNumber): number =>
    Math.floor((day + 4) / WEEK) * (WEEK - free.size) + (firstOfWeek[weekdayOf(day) + 1] ?? 0);
  const plainDays = (from: DayNumber, to: DayNumber): number =>
    to < from ? 0 : plainUpTo(to) - plainUpTo(from - 1);

  /** First day from `day` on that is suitable and in no pause. */
  const firstOf = (day: DayNumber, isSuitable: (day: DayNumber) => boolean): DayNumber => {
    let found = day;
    for (;;) {
      const span = spanOn(found);
      if (span !== undefined) found = span.to + 1;
      else if (isSuitable(found)) return found;
      else found += 1;
    }
  };

  const onWeekdays = (from: DayNumber, weekdays: readonly number[]): DayNumber | null => {
    const wanted = new Set(weekdays.filter((weekday) => !free.has(weekday)));
    return wanted.size === 0 ? null : firstOf(from, (day) => wanted.has(weekdayOf(day)));
  };

  return {
    pauseOn: (day) => known.find(({ from, to }) => from <= day && day <= to)?.pause,
    isWorking: (day) => !isFree(day) && spanOn(day) === undefined,
    workingDays(after, until) {
      let count = plainDays(after + 1, until);
      for (const { from, to } of spans) {
        if (from > until) break;
        count -= plainDays(Math.max(from, after + 1), Math.min(to, until));
      }
      return count;
    },
    dueAfter(seen, rhythm) {
      if (rhythm.kind === "weekdays") return onWeekdays(seen + 1, rhythm.weekdays);
      let due = seen + rhythm.days;
      for (const { from, to } of spans) {
        const start = Math.max(from, seen + 1);
        if (to <= seen) continue;
        if (start > due) break;
        due += to - start + 1;
      }
      return firstOf(due, (day) => !isFree(day));
    },
    dueFrom: (since, rhythm) =>
      rhythm.kind === "weekdays" ? onWeekdays(since, rhythm.weekdays) : firstOf(since, (day) => !isFree(day)),
  };
}
