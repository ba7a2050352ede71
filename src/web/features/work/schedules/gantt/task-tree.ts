import type { ScheduleTask } from "#contract/schedules.ts";

export interface TreeTask {
  readonly task: ScheduleTask;
  /** Index in the tree; -1 for the outermost. */
  readonly parent: number;
  /** 1 for the outermost, without gaps: a file may skip from level 1 to 3. */
  readonly depth: number;
  readonly hasChildren: boolean;
}

/** The parent of a task is the nearest preceding one on an outer level. */
export function treeOf(tasks: readonly ScheduleTask[]): TreeTask[] {
  const open: number[] = [];
  return tasks.map((task, at) => {
    while (open.length > 0 && (tasks[open.at(-1) ?? 0]?.level ?? 0) >= task.level) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { task, parent, depth: open.length, hasChildren: (tasks[at + 1]?.level ?? 0) > task.level };
  });
}

/** The visible rows: nothing below a collapsed task. */
export function openRows(tree: readonly TreeTask[], closed: ReadonlySet<number>): TreeTask[] {
  if (closed.size === 0) return [...tree];
  const rows: TreeTask[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const row of tree) {
    if (row.depth > hiddenBelow) continue;
    hiddenBelow = row.hasChildren && closed.has(row.task.uid) ? row.depth : Number.POSITIVE_INFINITY;
    rows.push(row);
  }
  return rows;
}

/** The matching tasks with all their ancestors: a task without its context says little. */
export function matchingRows(
  tree: readonly TreeTask[],
  matches: (task: ScheduleTask) => boolean,
): { rows: TreeTask[]; count: number } {
  const shown = new Set<number>();
  let count = 0;
  for (const [at, { task }] of tree.entries()) {
    if (!matches(task)) continue;
    count += 1;
    for (let up = at; up !== -1 && !shown.has(up); up = tree[up]?.parent ?? -1) shown.add(up);
  }
  return { rows: tree.filter((_, at) => shown.has(at)), count };
}
