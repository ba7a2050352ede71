import { AppError } from "#server/platform/errors.ts";
import { dayNumber, dayOfWallTime, type WallTime, weekdayOf } from "./wall-clock.ts";
import type { WorkCalendar } from "./working-time.ts";

export interface TaskProgressInput {
  readonly percent?: number | undefined;
  /** Days, `2026-03-31`; null withdraws one. */
  readonly actual_start?: string | null | undefined;
  readonly actual_finish?: string | null | undefined;
}

export interface TaskProgress {
  readonly percent: number;
  readonly actual_start: WallTime | null;
  readonly actual_finish: WallTime | null;
}

/** The earliest accepted day, as for all progress. */
const FIRST_DAY = "2000-01-01";

const refused = (field: keyof TaskProgressInput, text: string) =>
  new AppError("VALIDATION", { fields: { [field]: [text] } });

/**
 * Returns a task after a progress update. Omitted fields are derived: a task at 100 has finished, today unless a day is
 * given; a started task started on its planned day, or today if that is in the future; a task at 0 has not started,
 * unless a start is given. Throws VALIDATION where the values contradict each other.
 */
export function applyProgress(
  telling: TaskProgressInput,
  task: TaskProgress & { readonly start: WallTime | null; readonly finish: WallTime | null },
  {
    today,
    latest,
    calendar,
  }: { readonly today: string; readonly latest: string; readonly calendar: WorkCalendar },
): TaskProgress {
  for (const field of ["actual_start", "actual_finish"] as const) {
    const day = telling[field];
    if (day != null && (day < FIRST_DAY || day > latest)) throw refused(field, "schedules.date_range");
  }
  const percent = telling.percent ?? (telling.actual_finish == null ? task.percent : 100);
  const finish = finishDay(telling, task, percent, today);
  const start = startDay(telling, task, percent, finish ?? today);
  if (start !== null && finish !== null && finish < start)
    throw refused(
      telling.actual_finish === undefined ? "actual_start" : "actual_finish",
      "schedules.finish_before_start",
    );
  const actual_start = moment(start, task.actual_start, task.start, (day) => day[0]?.[0] ?? 480, calendar);
  const end = moment(finish, task.actual_finish, task.finish, (day) => day.at(-1)?.[1] ?? 1020, calendar);
  // Started and finished on one day: the hours planned for two days may be in reverse order.
  const isBackward = end !== null && actual_start !== null && end < actual_start;
  return { percent, actual_start, actual_finish: isBackward ? actual_start : end };
}

function finishDay(
  { actual_finish }: TaskProgressInput,
  task: TaskProgress,
  percent: number,
  today: string,
): string | null {
  if (percent < 100) {
    if (actual_finish != null) throw refused("actual_finish", "schedules.finish_before_done");
    return null;
  }
  if (actual_finish === null) throw refused("actual_finish", "schedules.finish_missing");
  return actual_finish ?? (task.actual_finish === null ? today : dayOfWallTime(task.actual_finish));
}

function startDay(
  { actual_start, percent: told }: TaskProgressInput,
  task: TaskProgress & { readonly start: WallTime | null },
  percent: number,
  latest: string,
): string | null {
  if (actual_start === null && percent > 0) throw refused("actual_start", "schedules.start_missing");
  if (actual_start !== undefined) return actual_start;
  // Withdrawing all progress also withdraws the start.
  if (percent === 0)
    return told === 0 || task.actual_start === null ? null : dayOfWallTime(task.actual_start);
  if (task.actual_start !== null) {
    return dayOfWallTime(task.actual_start);
  }
  const planned = task.start === null ? latest : dayOfWallTime(task.start);
  return planned < latest ? planned : latest;
}

/** A day as a wall-clock moment: as known for that day, else the time of the plan, else that of the calendar. */
function moment(
  day: string | null,
  known: WallTime | null,
  planned: WallTime | null,
  hour: (shifts: WorkCalendar["week"][number]) => number,
  calendar: WorkCalendar,
): WallTime | null {
  if (day === null) return null;
  if (known !== null && dayOfWallTime(known) === day) return known;
  if (planned !== null) return `${day}T${planned.slice(11)}`;
  const minute = hour(calendar.week[weekdayOf(dayNumber(day))] ?? []);
  const two = (n: number) => String(n).padStart(2, "0");
  return minute === 1440
    ? `${day}T23:59:00`
    : `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
}
