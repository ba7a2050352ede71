import type { ReportPeriod } from "#contract/owner-reports.limits.ts";
import { addDays, dayAt, instantAt } from "#server/platform/site-time.ts";

export interface ReportSchedule {
  readonly period: ReportPeriod;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 1 to 31; in shorter months the last day. */
  readonly month_day: number;
  readonly hour: number;
}

/** A report that is due at a moment, for the period that was complete then. */
export interface DueReport {
  readonly at: Date;
  /** First and last day. */
  readonly from: string;
  readonly to: string;
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
/** The first day of the month that is so many months after that of `day`. */
function monthAfter(day: string, months: number): string {
  const at = new Date(`${firstOfMonth(day)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}

/** The due moments around a day, ascending: two weeks or three months of them. */
function around(schedule: ReportSchedule, zone: string, today: string): DueReport[] {
  const at = (day: string) => instantAt(day, schedule.hour, zone);
  if (schedule.period === "weekly") {
    const first = addDays(today, -8);
    return Array.from({ length: 18 }, (_, n) => addDays(first, n))
      .filter((day) => weekdayOf(day) === schedule.weekday)
      .map((day) => ({ at: at(day), from: addDays(day, -7), to: addDays(day, -1) }));
  }
  if (schedule.period === "monthly")
    return [-2, -1, 0, 1, 2].map((months) => {
      const first = monthAfter(today, months);
      const last = Number(addDays(monthAfter(first, 1), -1).slice(8));
      const day = addDays(first, Math.min(schedule.month_day, last) - 1);
      return { at: at(day), from: monthAfter(first, -1), to: addDays(first, -1) };
    });
  return [];
}

/** The newest report that is due by now; null for reports sent by hand. */
export const lastDue = (schedule: ReportSchedule, zone: string, now: Date): DueReport | null =>
  around(schedule, zone, dayAt(now, zone)).findLast(({ at }) => at <= now) ?? null;

/** The next report after now; null for reports sent by hand. */
export const nextDue = (schedule: ReportSchedule, zone: string, now: Date): DueReport | null =>
  around(schedule, zone, dayAt(now, zone)).find(({ at }) => at > now) ?? null;
