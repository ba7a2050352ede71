/** Fields of a task needed by sums. In outline order, summaries before the rows below them. */
export interface OutlineTask {
  readonly level: number;
  readonly is_summary: boolean;
  readonly duration: number | null;
  /** Missing from the file: counts in no sum. */
  readonly is_kept: boolean;
}

/** Positions of the rows below each summary that are not summaries themselves; empty for other rows. */
export function leavesBelow(tasks: readonly OutlineTask[]): number[][] {
  const below: number[][] = tasks.map(() => []);
  const above: number[] = [];
  for (const [n, task] of tasks.entries()) {
    while (above.length > 0 && (tasks[above.at(-1) ?? 0]?.level ?? 0) >= task.level) above.pop();
    if (!task.is_summary && !task.is_kept) for (const summary of above) below[summary]?.push(n);
    if (task.is_summary) above.push(n);
  }
  return below;
}

/** Position of the parent row of each; -1 for the outermost. */
export function parentsOf(tasks: readonly { readonly level: number }[]): number[] {
  const above: number[] = [];
  return tasks.map(({ level }, n) => {
    while (above.length > 0 && (tasks[above.at(-1) ?? 0]?.level ?? 0) >= level) above.pop();
    const parent = above.at(-1) ?? -1;
    above.push(n);
    return parent;
  });
}

/** Rows that count in the total. */
export const leavesOf = <T extends OutlineTask>(tasks: readonly T[]): T[] =>
  tasks.filter(({ is_summary, is_kept }) => !is_summary && !is_kept);

/**
 * The mean, weighted by durations: a week of concrete counts more than an hour of paint. Where all durations are zero,
 * as among milestones, all count the same. Null for no rows.
 */
export function weighedMean(
  values: readonly { readonly weight: number; readonly value: number }[],
): number | null {
  if (values.length === 0) return null;
  const weights = values.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return values.reduce((sum, { value }) => sum + value, 0) / values.length;
  return values.reduce((sum, { weight, value }) => sum + weight * value, 0) / weights;
}

/** Whole percentage; 100 only when nothing at all is missing. */
export function wholePercent(percent: number): number {
  if (percent > 100 - 1e-9) return 100;
  return Math.max(0, Math.min(99, Math.round(percent)));
}

/** Combined progress of several tasks; 100 only when each is complete, milestones included. */
export const percentOf = (
  tasks: readonly (Pick<OutlineTask, "duration"> & { readonly percent: number })[],
): number => {
  const mean = weighedMean(tasks.map(({ duration, percent }) => ({ weight: duration ?? 0, value: percent })));
  const percent = wholePercent(mean ?? 0);
  return percent === 100 && tasks.some((task) => task.percent < 100) ? 99 : percent;
};
