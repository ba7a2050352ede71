import { leavesBelow, type OutlineTask, percentOf } from "./outline.ts";

/** What is told of a task, and what sums need. */
export interface RolledTask extends OutlineTask {
  readonly percent: number;
  readonly actual_start: string | null;
  readonly actual_finish: string | null;
  /** As planned. */
  readonly finish: string | null;
  /** Somebody told it here. */
  readonly is_told: boolean;
}

/**
 * The same tasks with the summaries as they follow from what lies below. A summary below which nothing was told here
 * stays as its file has it: Project reckons with parts of tasks, and knows better.
 */
export function rollUp<T extends RolledTask>(tasks: readonly T[]): T[] {
  const below = leavesBelow(tasks);
  return tasks.map((task, n) => {
    const leaves = (below[n] ?? []).flatMap((leaf) => tasks[leaf] ?? []);
    if (!leaves.some(({ is_told }) => is_told)) return task;
    const starts = leaves.flatMap(({ actual_start }) => actual_start ?? []).toSorted();
    // Never before anything below it: what is done without a date ended when it was planned to.
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
