import type { KeptTask } from "./merge.ts";
import { leavesBelow } from "./outline.ts";
import { dayNumber, dayOfWallTime, minutesOf, type WallTime } from "./wall-clock.ts";
import { createWorkingTime, type WorkCalendar } from "./working-time.ts";

/** Position of a task on the time line: Start, Finish and Duration in a file. */
export interface Span {
  readonly start: WallTime | null;
  readonly finish: WallTime | null;
  /** Working minutes. */
  readonly duration: number | null;
}

/**
 * The spans that Microsoft Project gives to finished tasks: from the actual start to the actual finish, with the
 * working time of the calendar between them as the duration; a summary spans everything below it. All others stay as
 * planned. By uid, of tasks whose progress was entered here and of the summaries above.
 */
export function asBuilt(tasks: readonly KeptTask[], calendar: WorkCalendar): ReadonlyMap<number, Span> {
  const finished = tasks.map(finishedSpan);
  const below = leavesBelow(tasks);
  const days = tasks.flatMap((task, n) =>
    [task.start, task.finish, finished[n]?.start, finished[n]?.finish].flatMap((wall) =>
      wall == null ? [] : [dayNumber(dayOfWallTime(wall))],
    ),
  );
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const last = days.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const time = createWorkingTime(calendar, days.length === 0 ? 0 : first, days.length === 0 ? -1 : last);
  const worked = (start: WallTime, finish: WallTime) =>
    Math.round(time.between(minutesOf(start), minutesOf(finish)));
  const spans = new Map<number, Span>();
  for (const [n, task] of tasks.entries()) {
    if (task.is_kept) continue;
    const own = finished[n];
    if (own !== undefined) {
      // Work in a night or on a holiday has no working time: its planned duration is kept.
      const duration = task.is_milestone ? task.duration : worked(own.start, own.finish) || task.duration;
      spans.set(task.uid, { ...own, duration });
    } else if (task.is_told) spans.set(task.uid, planned(task));
    const leaves = below[n] ?? [];
    if (!leaves.some((leaf) => tasks[leaf]?.is_told === true)) continue;
    const isMoved = leaves.some((leaf) => finished[leaf] !== undefined);
    const parts = leaves.flatMap((leaf) => finished[leaf] ?? tasks[leaf] ?? []);
    const start = parts.flatMap((part) => part.start ?? []).toSorted()[0];
    const finish = parts
      .flatMap((part) => part.finish ?? [])
      .toSorted()
      .at(-1);
    const isWhole = isMoved && start !== undefined && finish !== undefined;
    spans.set(
      task.uid,
      isWhole ? { start, finish, duration: worked(start, finish) || task.duration } : planned(task),
    );
  }
  return spans;
}

const planned = ({ start, finish, duration }: KeptTask): Span => ({ start, finish, duration });

/** Span of a task that was finished here; undefined for any other. */
function finishedSpan(task: KeptTask): { readonly start: WallTime; readonly finish: WallTime } | undefined {
  const { is_told, is_kept, is_summary, percent, actual_start: start, actual_finish: finish } = task;
  if (!is_told || is_kept || is_summary || percent < 100 || start === null || finish === null)
    return undefined;
  return finish < start ? undefined : { start, finish };
}

export const isSameSpan = (one: Span, other: Span): boolean =>
  one.start === other.start && one.finish === other.finish && one.duration === other.duration;
