import type { Schedule, SchedulePreview, ScheduleTask } from "#contract/schedules.ts";

/** Builds an ordinary task: a week in March, not started. */
export function aTask(change: Partial<ScheduleTask> & { uid: number }): ScheduleTask {
  return {
    id: change.uid + 100,
    wbs: String(change.uid),
    name: `Task ${change.uid}`,
    level: 1,
    is_summary: false,
    is_milestone: false,
    is_critical: false,
    start: "2026-03-02T08:00:00",
    finish: "2026-03-06T17:00:00",
    baseline_start: null,
    baseline_finish: null,
    actual_start: null,
    actual_finish: null,
    deadline: null,
    duration: 2400,
    percent: 0,
    planned_percent: 0,
    predecessors: [],
    notes: "",
    resources: [],
    is_told_here: false,
    is_kept: false,
    told_by: "",
    told_at: null,
    ...change,
  };
}

export function aSchedule(tasks: readonly ScheduleTask[], change: Partial<Schedule> = {}): Schedule {
  return {
    id_project: 1,
    name: "Tower B",
    file_name: "tower-b.xml",
    imported_at: "2026-03-01T08:00:00.000Z",
    imported_by: "Site Office",
    start: "2026-03-02T08:00:00",
    finish: "2026-04-30T17:00:00",
    on_date: "2026-03-10",
    percent: 20,
    planned_percent: 23,
    working_days: [2, 3, 4, 5, 6],
    days_off: [],
    tasks: [...tasks],
    can: { edit: true, import: true, remove: true },
    ...change,
  };
}

export const aPreview = (change: Partial<SchedulePreview> = {}): SchedulePreview => ({
  token: "preview-token",
  name: "Tower B",
  file_name: "tower-b.xml",
  tasks: 3,
  unchanged: 0,
  added: [],
  changed: [],
  removed: [],
  warnings: [],
  ...change,
});
