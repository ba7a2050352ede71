import type { Schedule, ScheduleTask } from "#contract/schedules.ts";
import { leavesOf, percentOf } from "./outline.ts";
import { createPlan } from "./planned.ts";
import type { ScheduleHead, TaskRow } from "./schedules.repository.ts";
import { calendarOf, daysOff, workingDays } from "./working-time.ts";

export function wireSchedule(
  id_project: number,
  { name, file_name, imported_at, imported_by, calendar: kept }: ScheduleHead,
  tasks: readonly TaskRow[],
  on_date: string,
  can: Schedule["can"],
): Schedule {
  const calendar = calendarOf(kept);
  const plan = createPlan(tasks, calendar);
  const planned = plan.each(on_date);
  const counted = tasks.filter(({ is_kept }) => !is_kept);
  const starts = counted.flatMap(({ start }) => start ?? []).toSorted();
  const finishes = counted.flatMap(({ finish }) => finish ?? []).toSorted();
  return {
    id_project,
    name,
    file_name,
    imported_at: imported_at.toISOString(),
    imported_by,
    start: starts[0] ?? null,
    finish: finishes.at(-1) ?? null,
    on_date,
    percent: percentOf(leavesOf(tasks)),
    planned_percent: plan.whole(on_date),
    working_days: workingDays(calendar),
    days_off: daysOff(calendar),
    tasks: tasks.map((task, n) => wireTask(task, planned[n] ?? 0)),
    can,
  };
}

const wireTask = (task: TaskRow, planned_percent: number): ScheduleTask => ({
  id: task.id,
  uid: task.uid,
  wbs: task.wbs,
  name: task.name,
  level: task.level,
  is_summary: task.is_summary,
  is_milestone: task.is_milestone,
  is_critical: task.is_critical,
  start: task.start,
  finish: task.finish,
  baseline_start: task.baseline_start,
  baseline_finish: task.baseline_finish,
  actual_start: task.actual_start,
  actual_finish: task.actual_finish,
  deadline: task.deadline,
  duration: task.duration,
  percent: task.percent,
  planned_percent,
  predecessors: [...task.predecessors],
  notes: task.notes,
  resources: [...task.resources],
  is_told_here: task.is_told,
  is_kept: task.is_kept,
  told_by: task.told_by,
  told_at: task.told_at?.toISOString() ?? null,
});
