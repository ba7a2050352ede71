import type { Schedule } from "#contract/schedules.ts";
import { dayLength, wallTime } from "./wall-time.ts";

/** Width of a day in pixels at each of the named zooms. */
export const zooms = { day: 36, week: 14, month: 4.4, quarter: 1.6 } as const;
export type ZoomName = keyof typeof zooms;
export const narrowest = 0.05;
export const widest = 64;

/** Time along the chart; pixels count from its start in reading direction. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  readonly pxPerDay: number;
  readonly width: number;
  x(time: number): number;
  timeAt(x: number): number;
}

export function timeScale(from: number, to: number, pxPerDay: number): TimeScale {
  return {
    from,
    to,
    pxPerDay,
    width: Math.ceil(((to - from) / dayLength) * pxPerDay),
    x: (time) => ((time - from) / dayLength) * pxPerDay,
    timeAt: (x) => from + (x / pxPerDay) * dayLength,
  };
}

/** From the first to the last drawn date, including today, with a small margin at both ends. */
export function extentOf({ tasks, on_date }: Pick<Schedule, "tasks" | "on_date">): {
  from: number;
  to: number;
} {
  let from = wallTime(on_date);
  let to = from;
  const reach = (moment: string | null) => {
    if (moment === null) return;
    const time = wallTime(moment);
    if (Number.isNaN(time)) return;
    if (time < from) from = time;
    if (time > to) to = time;
  };
  for (const task of tasks) {
    reach(task.start);
    reach(task.finish);
    reach(task.baseline_start);
    reach(task.baseline_finish);
    reach(task.deadline);
  }
  const air = Math.max(7 * dayLength, (to - from) * 0.03);
  return { from: startOf("week", from - air, 1), to: startOf("week", to + air, 1) + 7 * dayLength };
}

export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** The two rows of the header, coarse above fine, for a width of days. */
export function unitsFor(pxPerDay: number): readonly [Unit, Unit] {
  if (pxPerDay >= 20) return ["month", "day"];
  if (pxPerDay >= 6.5) return ["month", "week"];
  if (pxPerDay >= 1.1) return ["year", "month"];
  return pxPerDay >= 0.34 ? ["year", "quarter"] : ["year", "year"];
}

/** Start of the unit that contains a time. Weeks begin on `weekStart`, 0 for Sunday. */
export function startOf(unit: Unit, time: number, weekStart: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === "year") return Date.UTC(year, 0);
  if (unit === "quarter") return Date.UTC(year, month - (month % 3));
  if (unit === "month") return Date.UTC(year, month);
  const day = Date.UTC(year, month, date.getUTCDate());
  return unit === "day" ? day : day - ((date.getUTCDay() - weekStart + 7) % 7) * dayLength;
}

function next(unit: Unit, time: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === "year") return Date.UTC(year + 1, 0);
  if (unit === "quarter") return Date.UTC(year, month + 3);
  if (unit === "month") return Date.UTC(year, month + 1);
  return time + (unit === "day" ? 1 : 7) * dayLength;
}

export interface Tick {
  readonly time: number;
  readonly x: number;
  readonly width: number;
}

/** The whole units between two positions. */
export function ticksOf(scale: TimeScale, unit: Unit, fromX: number, toX: number, weekStart: number): Tick[] {
  const ticks: Tick[] = [];
  const end = Math.min(scale.timeAt(toX), scale.to);
  for (let time = startOf(unit, Math.max(scale.timeAt(fromX), scale.from), weekStart); time < end; ) {
    const after = next(unit, time);
    // A unit that begins before the timeline is clipped to its start.
    const x = Math.max(0, scale.x(time));
    ticks.push({ time, x, width: Math.min(scale.x(after), scale.width) - x });
    time = after;
  }
  return ticks;
}

/** The day after the days of rest, Sunday on a site in the Gulf; Monday where no day of rest is known. */
export function weekStartOf(workingDays: readonly number[]): number {
  const works = (day: number) => workingDays.includes(((day + 7) % 7) + 1);
  const starts = [1, 0, 6, 2, 3, 4, 5].find((day) => works(day) && !works(day - 1));
  return starts ?? 1;
}

/** Non-working periods between two positions; adjacent ones are merged. */
export function restsOf(
  scale: TimeScale,
  { working_days, days_off }: Pick<Schedule, "working_days" | "days_off">,
  fromX: number,
  toX: number,
): Tick[] {
  if (working_days.length === 0) return [];
  const works = new Set(working_days);
  const off = days_off.map(
    ({ from, to }) => [wallTime(from.slice(0, 10)), wallTime(to.slice(0, 10))] as const,
  );
  const rests: { from: number; to: number }[] = [];
  const end = Math.min(scale.timeAt(toX), scale.to);
  for (let day = startOf("day", Math.max(scale.timeAt(fromX), scale.from), 0); day < end; day += dayLength) {
    const isOff =
      !works.has(new Date(day).getUTCDay() + 1) || off.some(([from, to]) => day >= from && day <= to);
    if (!isOff) continue;
    const last = rests.at(-1);
    if (last?.to === day) last.to = day + dayLength;
    else rests.push({ from: day, to: day + dayLength });
  }
  return rests.map(({ from, to }) => ({ time: from, x: scale.x(from), width: scale.x(to) - scale.x(from) }));
}
