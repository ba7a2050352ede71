import { z } from "zod";
import { cameraStates } from "./choices.ts";
import { Empty, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { ProjectActivity } from "./projects.ts";

/** Summary on the first screen; every list contains only items that the caller may see. */
export const Dashboard = z.object({
  snags: z.object({
    open: z.number(),
    overdue: z.number(),
    due_soon: z.number(),
    mine: z.number(),
    critical: z.number(),
    /** Most urgent first: overdue, then by priority. */
    items: z.array(
      z.object({
        id: z.number(),
        number: z.number(),
        title: z.string(),
        status: z.string(),
        priority: z.string(),
        due_date: z.string().nullable(),
        /** Days since then by the calendar of the project, negative before it; null without a due date. */
        days_late: z.number().nullable(),
        id_project: z.number(),
        project_name: z.string(),
      }),
    ),
  }),
  cameras: z.object({
    total: z.number(),
    up: z.number(),
    down: z.number(),
    items: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        project_name: z.string(),
        state: z.enum(cameraStates),
        last_seen_at: z.string().nullable(),
        still: z.string().nullable(),
      }),
    ),
  }),
  /** Channels that are currently live. */
  live: z.array(
    z.object({
      id: z.number(),
      /** Opens `/live/{code}`. */
      code: z.string(),
      name: z.string(),
      project_name: z.string(),
    }),
  ),
  storage: z.object({
    /** Bytes of originals in the caller's own projects; null while they are summed, for an owner of many. */
    used: z.number().nullable(),
    /** Free bytes of the store, for super admins; null otherwise. */
    free: z.number().nullable(),
  }),
});
export type Dashboard = z.output<typeof Dashboard>;

export const dashboardApi = defineApi(
  {
    "GET /api/dashboard": endpoint({
      access: "user",
      summary: "Summary of snags, cameras, live channels and storage across the caller's projects.",
      reads: "replica",
      response: Dashboard,
    }),
    "GET /api/dashboard/changes": endpoint({
      access: "user",
      summary:
        "Changes by others in the caller's projects since their last visit to the dashboard, newest first, at most 50; `since` is null on the first visit.",
      response: z.object({
        since: z.string().nullable(),
        total: z.number(),
        items: z.array(
          z.object({ ...ProjectActivity.shape, id_project: z.number(), project_name: z.string() }),
        ),
      }),
    }),
    "PUT /api/dashboard/seen": endpoint({
      access: "user",
      summary: "Mark changes up to this instant as seen.",
      body: z.object({ until: Instant }),
      response: Empty,
      whenOverdue: "open",
    }),
  },
  "reports",
);
