import { limits } from "#contract/limits.ts";

export type DateProblem = "visits.date_required" | "visits.date_invalid" | "visits.date_future";

/**
 * Checks the capture date as the server does. `instant` is null while nothing was picked and `Invalid Date` for
 * unreadable input. Clocks differ, so up to two minutes ahead still counts as now.
 */
export function checkVisitDate(instant: Date | null, now: Date = new Date()): DateProblem | null {
  if (instant === null) return "visits.date_required";
  const time = instant.getTime();
  if (Number.isNaN(time)) return "visits.date_invalid";
  return time > now.getTime() + limits.visit.futureTolerance ? "visits.date_future" : null;
}

/** Truncates to the minute: a visit's date is written with seconds :00. */
export function toMinute(instant: Date): Date {
  const minute = new Date(instant);
  minute.setSeconds(0, 0);
  return minute;
}
