import { dayAt, dayNumber, weekdayOf } from "../wall-clock.ts";

/** Recurrence of a calendar exception, as Project writes it. */
export interface Recurrence {
  /** 1 daily, 2 yearly on a day, 3 yearly on a weekday, 4 monthly on a day, 5 monthly on a weekday, 6 weekly, 7 by days. */
  readonly type: number;
  readonly from: string;
  readonly to: string;
  /** Interval in days, weeks or months. */
  readonly period: number;
  /** Sum of 1 Sunday, 2 Monday, 4 Tuesday and so on. */
  readonly daysOfWeek: number;
  /** 0 is January. */
  readonly month: number;
  readonly monthDay: number;
  /** 0 the first, 3 the fourth, 4 the last … */
  readonly position: number;
  /** … 0 day, 1 weekday, 2 weekend day, 3 Sunday to 9 Saturday. */
  readonly item: number;
}

/** Limit of days written out for one exception; Project itself stops at 999. */
const MOST = 1000;

/** The days of the exception, as runs without a gap: both ends included. */
export function daysNamed(recurrence: Recurrence): { from: string; to: string }[] {
  const [first, last] = [dayNumber(recurrence.from), dayNumber(recurrence.to)];
  if (last < first) return [];
  // The usual form: a day, or some consecutive days.
  if (isPlain(recurrence)) return [{ from: recurrence.from, to: recurrence.to }];
  const runs: { from: number; to: number }[] = [];
  let found = 0;
  for (let day = first; day <= last && found < MOST; day += 1) {
    if (!isNamed(recurrence, day, first)) continue;
    found += 1;
    const run = runs.at(-1);
    if (run !== undefined && run.to === day - 1) run.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs.map(({ from, to }) => ({ from: dayAt(from), to: dayAt(to) }));
}

const isPlain = ({ type, period }: Recurrence): boolean =>
  type < 1 || type > 7 || ((type === 1 || type === 7) && period <= 1);

function isNamed(recurrence: Recurrence, day: number, first: number): boolean {
  const { type, daysOfWeek, month, monthDay } = recurrence;
  const period = Math.max(1, recurrence.period);
  const date = dayAt(day);
  const [year = 0, oneBased = 0, inMonth = 0] = date.split("-").map(Number);
  const months = year * 12 + oneBased - 1;
  const begun = dayAt(first).split("-").map(Number);
  const monthsSince = months - ((begun[0] ?? 0) * 12 + (begun[1] ?? 0) - 1);
  switch (type) {
    case 1:
    case 7:
      return (day - first) % period === 0;
    case 2:
      return oneBased - 1 === month && inMonth === monthDay;
    case 3:
      return oneBased - 1 === month && isPosition(recurrence, day, year, oneBased);
    case 4:
      return monthsSince % period === 0 && inMonth === monthDay;
    case 5:
      return monthsSince % period === 0 && isPosition(recurrence, day, year, oneBased);
    default: {
      const week = Math.floor((day - first + weekdayOf(first)) / 7);
      return week % period === 0 && (daysOfWeek & (1 << weekdayOf(day))) !== 0;
    }
  }
}

/** Whether a day is, say, the second Tuesday of its month, or its last weekday. */
function isPosition({ position, item }: Recurrence, day: number, year: number, month: number): boolean {
  const begin = dayNumber(`${year}-${String(month).padStart(2, "0")}-01`);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
  const days: number[] = [];
  for (let one = begin; one < dayNumber(next); one += 1) if (isItem(item, weekdayOf(one))) days.push(one);
  return (position >= 4 ? days.at(-1) : days[Math.max(0, position)]) === day;
}

function isItem(item: number, weekday: number): boolean {
  const isWeekend = weekday === 0 || weekday === 6;
  if (item === 1) return !isWeekend;
  if (item === 2) return isWeekend;
  return item === 0 || weekday === item - 3;
}
