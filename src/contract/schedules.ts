import { z } from "zod";
import { Day } from "./billing.ts";
import { Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Local wall clock of the site, `2026-03-31T08:00:00`: the file names no time zone, and none is guessed. */
const Wall = z.string();

/** Dependency of a task on another: finish-to-start and so on, `lag` in minutes of working time. */
export const TaskLink = z.object({
  uid: z.number(),
  kind: z.enum(["FF", "FS", "SF", "SS"]),
  lag: z.number(),
});

export const ScheduleTask = z.object({
  id: z.number(),
  /** From the file; stable across imports. */
  uid: z.number(),
  wbs: z.string(),
  name: z.string(),
  /** 1 for the outermost; the parent is the nearest preceding task of a lower level. */
  level: z.number(),
  is_summary: z.boolean(),
  is_milestone: z.boolean(),
  is_critical: z.boolean(),
  start: Wall.nullable(),
  finish: Wall.nullable(),
  baseline_start: Wall.nullable(),
  baseline_finish: Wall.nullable(),
  actual_start: Wall.nullable(),
  actual_finish: Wall.nullable(),
  deadline: Wall.nullable(),
  /** Minutes of working time; null if the file has none. */
  duration: z.number().nullable(),
  percent: z.number(),
  /** Planned completion on the requested day, by the baseline, otherwise the plan. */
  planned_percent: z.number(),
  predecessors: z.array(TaskLink),
  notes: z.string(),
  resources: z.array(z.string()),
  /** Updated by a user: an import does not overwrite it. */
  is_told_here: z.boolean(),
  /** No longer in the file, kept for its progress updates until a user removes it. */
  is_kept: z.boolean(),
  told_by: z.string(),
  told_at: z.string().nullable(),
});
export type ScheduleTask = z.output<typeof ScheduleTask>;

export const Schedule = z.object({
  id_project: z.number(),
  name: z.string(),
  /** Name of the last imported file. */
  file_name: z.string(),
  imported_at: z.string(),
  imported_by: z.string(),
  start: Wall.nullable(),
  finish: Wall.nullable(),
  /** The day that the percentages refer to. */
  on_date: z.string(),
  /** Of the whole schedule, weighted by durations. */
  percent: z.number(),
  planned_percent: z.number(),
  /** Working weekdays, 1 Sunday … 7 Saturday, and named days off, for drawing. */
  working_days: z.array(z.number()),
  days_off: z.array(z.object({ from: z.string(), to: z.string(), name: z.string() })),
  tasks: z.array(ScheduleTask),
  /** `edit`: update the progress of tasks; `remove`: kept tasks, and the whole schedule. */
  can: z.object({ edit: z.boolean(), import: z.boolean(), remove: z.boolean() }),
});
export type Schedule = z.output<typeof Schedule>;

/** Fields in which a task can differ. */
const taskFields = [
  "name",
  "wbs",
  "parent",
  "start",
  "finish",
  "duration",
  "baseline_start",
  "baseline_finish",
  "actual_start",
  "actual_finish",
  "deadline",
  "percent",
  "is_milestone",
  "is_critical",
  "predecessors",
  "resources",
  "notes",
  "is_kept",
] as const;

/** Preview of the changes of an import. */
export const SchedulePreview = z.object({
  /** Identifies the preview for the call that applies it; valid for an hour. */
  token: z.string(),
  name: z.string(),
  file_name: z.string(),
  tasks: z.number(),
  unchanged: z.number(),
  added: z.array(z.object({ uid: z.number(), wbs: z.string(), name: z.string() })),
  changed: z.array(
    z.object({
      uid: z.number(),
      wbs: z.string(),
      name: z.string(),
      /**
       * Field names with the values of both sides, readable in any language: `2026-03-31 08:00`, `40 h` of working
       * time, `40%`, a tick or nothing, `12FS+8 h` (by uid) for predecessors, names otherwise.
       */
      fields: z.array(z.object({ field: z.enum(taskFields), from: z.string(), to: z.string() })),
    }),
  ),
  /** No longer in the file. `is_kept`: it has progress updates, so the row stays until a user removes it. */
  removed: z.array(z.object({ uid: z.number(), wbs: z.string(), name: z.string(), is_kept: z.boolean() })),
  /** Problems in the file: unknown predecessors, cycles, dates out of order. */
  warnings: z.array(
    z.object({
      kind: z.enum(["unknown_predecessor", "circle", "level_jump", "dates", "null_task", "cut"]),
      uid: z.number().nullable(),
      detail: z.string(),
    }),
  ),
});
export type SchedulePreview = z.output<typeof SchedulePreview>;

const TaskParams = z.object({ id: Id, task: Id });

export const schedulesApi = defineApi(
  {
    "GET /api/projects/{id}/schedule": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Schedule of a project; null if none was imported.",
      params: IdParams,
      query: z.object({
        /** The day for comparing plan and percentages; today if omitted. */
        on: Day.optional(),
      }),
      response: Schedule.nullable(),
    }),
    "POST /api/projects/{id}/schedule/preview": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Preview the import of a schedule saved as XML by Microsoft Project. Nothing is saved.",
      params: IdParams,
      upload: {
        file: {
          maxBytes: limits.schedule.bytes,
          tooLarge: "SCHEDULE_TOO_LARGE",
          accept: ["application/xml", "text/xml"],
        },
      },
      response: SchedulePreview,
      perMinute: 20,
    }),
    "POST /api/projects/{id}/schedule": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Apply a previewed import. Fails with CONFLICT when the schedule changed since the preview.",
      params: IdParams,
      body: z.object({ token: z.string().max(200) }),
      response: Schedule,
    }),
    "PUT /api/projects/{id}/schedule/tasks/{task}": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary: "Update the progress of a task. Summary tasks are calculated from their subtasks.",
      params: TaskParams,
      body: z
        .object({
          percent: z
            .number({ error: "schedules.percent_range" })
            .int({ error: "schedules.percent_range" })
            .min(0, { error: "schedules.percent_range" })
            .max(100, { error: "schedules.percent_range" }),
          actual_start: Day.nullable(),
          actual_finish: Day.nullable(),
        })
        .partial(),
      response: Schedule,
    }),
    "DELETE /api/projects/{id}/schedule/tasks/{task}": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Remove a task that is no longer in the file.",
      params: TaskParams,
      response: Schedule,
    }),
    "DELETE /api/projects/{id}/schedule": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Remove the schedule and the progress recorded for its tasks.",
      params: IdParams,
      response: Empty,
    }),
    "GET /api/projects/{id}/schedule/export": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary:
        "Export as XML for Microsoft Project: the imported file with the progress recorded here, links to visits and snag counts.",
      params: IdParams,
      response: Empty,
      download: "application/xml",
    }),
  },
  "progress",
);
