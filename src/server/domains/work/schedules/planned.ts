import { leavesBelow, leavesOf, type OutlineTask, weighedMean, wholePercent } from "./outline.ts";
import { DAY_MINUTES, dayAt, dayNumber, minutesOf } from "./wall-clock.ts";
import { createWorkingTime, type WorkCalendar, type WorkingTime } from "./working-time.ts";

export interface PlannedTask extends OutlineTask {
  readonly start: string | null;
  readonly finish: string | null;
  readonly baseline_start: string | null;
  readonly baseline_finish: string | null;
}

/** Points of a curve. */
const POINTS = 120;

/**
 * Planned progress over time: by the baseline of each task, else by its plan, in working time of the project's
 * calendar. All days are in the site's time.
 */
export function createPlan(tasks: readonly PlannedTask[], calendar: WorkCalendar) {
  const spans = new Map(tasks.map((task) => [task, spanOf(task)]));
  const ends = leavesOf(tasks).flatMap((task) => spans.get(task) ?? []);
  const isDated = ends.length > 0;
  // One by one: a schedule has more tasks than a call may have arguments.
  const begin = ends.reduce((least, { from }) => Math.min(least, from), isDated ? Infinity : 0);
  const end = ends.reduce((most, { to }) => Math.max(most, to), isDated ? -Infinity : 0);
  const [first, last] = [Math.floor(begin / DAY_MINUTES), Math.floor(end / DAY_MINUTES)];
  const time = createWorkingTime(calendar, first, last);
  const leaves = leavesOf(tasks).map((task) => {
    const span = spans.get(task) ?? null;
    return { task, span, weight: task.duration ?? (span === null ? 0 : time.between(span.from, span.to)) };
  });
  const partOf = new Map(leaves.map((leaf) => [leaf.task, leaf]));
  const partsAt = tasks.map((task) => partOf.get(task));
  const at = (day: string) => (dayNumber(day) + 1) * DAY_MINUTES;
  const wholeAt = (moment: number): number =>
    weighedMean(leaves.map(({ span, weight }) => ({ weight, value: doneBy(span, moment, time) }))) ?? 0;

  return {
    /** First and last day; null while no task has dates. */
    days: isDated ? { first: dayAt(first), last: dayAt(last) } : null,
    /** Of the whole at the end of a day. */
    whole: (day: string): number => wholePercent(wholeAt(at(day))),
    /** Of each task at the end of a day, in their order; of a summary by the rows below it. */
    each(day: string): number[] {
      const moment = at(day);
      const below = leavesBelow(tasks);
      return tasks.map((task, n) => {
        const parts = (below[n] ?? []).flatMap((leaf) => partsAt[leaf] ?? []);
        const mean = weighedMean(
          parts.map(({ span, weight }) => ({ weight, value: doneBy(span, moment, time) })),
        );
        return wholePercent(mean ?? doneBy(spans.get(task) ?? null, moment, time));
      });
    },
    /** From the first day to the last, evenly spaced, including the requested days. */
    curve(...asked: readonly string[]): { date: string; percent: number }[] {
      if (!isDated) return [];
      const count = last - first;
      const step = Math.max(1, Math.ceil(count / (POINTS - 1 - asked.length)));
      const days = new Set<number>([first, last]);
      for (let day = first; day < last; day += step) days.add(day);
      for (const day of asked.map(dayNumber)) if (day > first && day < last) days.add(day);
      return [...days]
        .toSorted((a, b) => a - b)
        .map((day) => ({ date: dayAt(day), percent: wholePercent(wholeAt((day + 1) * DAY_MINUTES)) }));
    },
  };
}

/** In minutes. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Both dates of the baseline, else those of the plan; a task with a single date is a moment. */
function spanOf(task: PlannedTask): Span | null {
  const hasBaseline = task.baseline_start !== null && task.baseline_finish !== null;
  const start = hasBaseline ? task.baseline_start : (task.start ?? task.finish);
  const finish = hasBaseline ? task.baseline_finish : (task.finish ?? task.start);
  if (start === null || finish === null) return null;
  const [from, to] = [minutesOf(start), minutesOf(finish)];
  return { from: Math.min(from, to), to };
}

/** Percentage of one task by a moment. */
function doneBy(span: Span | null, moment: number, time: WorkingTime): number {
  if (span === null || moment <= span.from) return 0;
  if (moment >= span.to) return 100;
  const all = time.between(span.from, span.to);
  // Work at night or on a holiday progresses evenly.
  if (all === 0) return (100 * (moment - span.from)) / (span.to - span.from);
  return (100 * time.between(span.from, moment)) / all;
}
