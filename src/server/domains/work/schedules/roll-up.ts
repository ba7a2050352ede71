import { leavesBelow, type OutlineTask, percentOf } from "./outline.ts";

/** Entered progress of a task, and the fields needed by sums. */
export interface RolledTask extends OutlineTask {
  readonly percent: number;
  readonly actual_start: string | null;
  readonly actual_finish: string | null;
  /** Planned finish. */
  readonly finish: string | null;
  /** Progress was entered here. */
  readonly is_told: boolean;
}

/**
 * Returns the same tasks with summaries computed from the rows below. A summary without entered progress below it stays
 * as in its file: Project computes with parts of tasks, and is more precise.
 */
export function rollUp<T extends RolledTask>(tasks: readonly T[]): T[] {
  const below = leavesBelow(tasks);
  return tasks.map((task, n) => {
    const leaves = (below[n] ?? []).flatMap((leaf) => tasks[leaf] ?? []);
    if (!leaves.some(({ is_told }) => is_told)) return task;
    const starts = leaves.flatMap(({ actual_start }) => actual_start ?? []).toSorted();
    // Never before anything below it: a completed task without a date counts as ended on its planned finish.
    const finishes = leaves.flatMap(({ actual_finish, finish }) => actual_finish ?? finish ?? []).toSorted();
    const percent = percentOf(leaves);
    return {
      ...task,
      percent,
      actual_start: starts[0] ?? null,
      actual_finish: percent === 100 ? (finishes.at(-1) ?? null) : null,
    };
  });
}
