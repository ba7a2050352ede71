import { z } from "zod";
import { Day } from "./billing.ts";
import { Can, Captured, Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Progress of a part of the site on a day, as reported by a user on site. */
export const ProgressEntry = z.object({
  id: z.number(),
  /** The floor plan (floor) that it refers to; null for the whole project. */
  id_sheet: z.number().nullable(),
  /** A room or part by its name; empty for the whole floor. */
  place: z.string(),
  percent: z.number(),
  on_date: z.string(),
  note: z.string(),
  id_user: z.number().nullable(),
  user_name: z.string(),
  can: Can,
});
export type ProgressEntry = z.output<typeof ProgressEntry>;

export const Progress = z.object({
  visits: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: z.string(),
      visit_date: z.string(),
      room_count: z.number(),
      cover: z.string().nullable(),
    }),
  ),
  /**
   * Floors in the order of the floor plans, with their reported parts, each with its latest percentage on or before
   * `until`.
   */
  floors: z.array(
    z.object({
      id_sheet: z.number().nullable(),
      name: z.string(),
      percent: z.number().nullable(),
      places: z.array(z.object({ place: z.string(), percent: z.number(), on_date: z.string() })),
    }),
  ),
  /** Mean of the reported floors; null if there is none. */
  percent: z.number().nullable(),
  /** Overall progress: one point for each day with a progress entry. */
  curve: z.array(z.object({ date: z.string(), percent: z.number() })),
  /** Snags opened and closed, by weeks that begin on Monday; null for callers who may not view them. */
  snags: z
    .array(z.object({ week: z.string(), opened: z.number(), closed: z.number(), open: z.number() }))
    .nullable(),
  /** Data of the project's schedule as of `until`; null if none was imported. */
  planned: z
    .object({
      /** Planned completion at the end of that day, by the baseline, otherwise the plan. */
      percent: z.number(),
      /** Actual completion by updates of its tasks and the file; null before the import. */
      told_percent: z.number().nullable(),
      /** Its first and last day. */
      start: z.string(),
      finish: z.string(),
      /** From the first day to the last, at most 120 points, never decreasing. */
      curve: z.array(z.object({ date: z.string(), percent: z.number() })),
      /** Completion of the tasks: one point for each day with a task update or a schedule import. */
      told: z.array(z.object({ date: z.string(), percent: z.number() })),
    })
    .nullable(),
  can: z.object({ edit: z.boolean() }),
});
export type Progress = z.output<typeof Progress>;

const fields = {
  id_sheet: Id.nullable(),
  place: z.string().trim().max(limits.name, { error: "progress.place_long" }),
  percent: z
    .number({ error: "progress.percent_range" })
    .int({ error: "progress.percent_range" })
    .min(0, { error: "progress.percent_range" })
    .max(100, { error: "progress.percent_range" }),
  on_date: Day,
  note: z.string().trim().max(limits.description, { error: "progress.note_long" }),
};

export const progressApi = defineApi(
  {
    "GET /api/projects/{id}/progress": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Progress of a project: visits, percent by floor and area, snags by week.",
      params: IdParams,
      query: z.object({
        /** Data as of this day; today if omitted. */
        until: Day.optional(),
      }),
      response: Progress,
    }),
    "GET /api/projects/{id}/progress/entries": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Progress entries, newest first, at most 500.",
      params: IdParams,
      response: z.array(ProgressEntry),
    }),
    "POST /api/progress-entries": endpoint({
      access: { can: "project.add_visit", by: "id_project" },
      summary:
        "Create a progress entry for an area. A second entry for the same area and day replaces the first; with `from`, only if it still has those values, else it is a CONFLICT.",
      body: z.object({
        id_project: Id,
        id_sheet: fields.id_sheet.default(null),
        place: fields.place.default(""),
        percent: fields.percent,
        on_date: fields.on_date.optional(),
        note: fields.note.default(""),
        /** The entry of the area and day with which the change began; null if there was none. */
        from: z.object({ percent: fields.percent, note: fields.note }).nullable().optional(),
        ...Captured,
      }),
      response: ProgressEntry,
      status: 201,
    }),
    "PUT /api/progress-entries/{id}": endpoint({
      access: { can: "progress_entry.edit", by: "id" },
      summary: "Update a progress entry.",
      params: IdParams,
      body: z.object({ percent: fields.percent, on_date: fields.on_date, note: fields.note }).partial(),
      response: ProgressEntry,
    }),
    "DELETE /api/progress-entries/{id}": endpoint({
      access: { can: "progress_entry.delete", by: "id" },
      summary: "Delete a progress entry.",
      params: IdParams,
      response: Empty,
    }),
  },
  "progress",
);
