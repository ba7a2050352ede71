import { AppError } from "#server/platform/errors.ts";
import { dayNumber, dayOfWallTime, type WallTime, weekdayOf } from "./wall-clock.ts";
import type { WorkCalendar } from "./working-time.ts";

export interface TaskProgressInput {
  readonly percent?: number | undefined;
  /** Days, `2026-03-31`; null takes one back. */
  readonly actual_start?: string | null | undefined;
  readonly actual_finish?: string | null | undefined;
}

export interface TaskProgress {
  readonly percent: number;
  readonly actual_start: WallTime | null;
  readonly actual_finish: WallTime | null;
}

/** The first day that can be told of, as of all progress. */
const FIRST_DAY = "2000-01-01";

const refused = (field: keyof TaskProgressInput, text: string) =>
  new AppError("VALIDATION", { fields: { [field]: [text] } });

/**
 * What a task is after somebody told of it. What he does not speak of follows: who is at a hundred has finished, today
 * unless he says when; whoever has begun began on the planned day, or today if that is to come; a task at nothing has
 * not begun, unless its beginning is told. VALIDATION where his words do not fit each other.
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
  // Begun and finished on one day: by hours that were planned for two, it may look the other way round.
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
  // Who takes all progress back takes back that it was begun.
  if (percent === 0)
    return told === 0 || task.actual_start === null ? null : dayOfWallTime(task.actual_start);
  if (task.actual_start !== null) {
    return dayOfWallTime(task.actual_start);
  }
  const planned = task.start === null ? latest : dayOfWallTime(task.start);
  return planned < latest ? planned : latest;
}

/** A day as a moment of the wall: as known for that day, else the hour of the plan, else that of the calendar. */
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
