import { z } from "zod";
import { Can, Captured, calendarDay, Empty, Flag, Id } from "./common.ts";
import { coverageLimits } from "./coverage.limits.ts";
import { coverageStates } from "./coverage.state.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";

const day = calendarDay("coverage.day_invalid");
const Weekday = z.coerce.number().int().min(0).max(6);
const Weekdays = z
  .array(Weekday)
  .max(7)
  .transform((list) => [...new Set(list)].toSorted((a, b) => a - b));
const Share = z.coerce.number().min(0).max(1);
const Reason = z.string().trim().max(coverageLimits.reason);

/** Every number of days after the last photo, or on weekdays; 0 is Sunday. */
export const CoverageRhythm = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("days"), days: z.coerce.number().int().min(1).max(coverageLimits.days) }),
  z.object({
    kind: z.literal("weekdays"),
    weekdays: Weekdays.refine((list) => list.length > 0, { error: "coverage.weekdays_empty" }),
  }),
]);
export type CoverageRhythm = z.output<typeof CoverageRhythm>;

export const CoveragePause = z
  .object({ from: day, to: day, reason: Reason.min(1, { error: "coverage.reason_required" }) })
  .refine(({ from, to }) => from <= to, { error: "coverage.pause_order", path: ["to"] });
export type CoveragePause = z.output<typeof CoveragePause>;

const planFields = {
  /** Off: nothing is due, and no one is notified. */
  is_on: z.boolean(),
  rhythm: CoverageRhythm,
  /** Weekdays without work; 0 is Sunday. */
  weekend: Weekdays.refine((list) => list.length < 7, { error: "coverage.weekend_full" }),
  pauses: z.array(CoveragePause).max(coverageLimits.pauses, { error: "coverage.pauses_full" }),
  /** Zone of the project's days, as `Asia/Riyadh`. */
  time_zone: z.string().max(64),
  /** Working days after which overdue spots are reported; null: never. */
  alert_days: z.coerce.number().int().min(1).max(coverageLimits.alertDays).nullable(),
};
export const CoveragePlan = z.object({ ...planFields, version: z.number() });
export type CoveragePlan = z.output<typeof CoveragePlan>;

const Skip = z.object({
  day: z.string(),
  reason: z.string(),
  at: z.string(),
  person: ProjectPerson.nullable(),
  is_own: z.boolean(),
});

export const CoverageSpot = z.object({
  id: z.number(),
  name: z.string(),
  id_sheet: z.number().nullable(),
  /** 0..1 from the floor plan's upper left corner. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** Its own rhythm; null for that of the project. */
  rhythm: CoverageRhythm.nullable(),
  is_on: z.boolean(),
  state: z.enum(coverageStates),
  /** Day of the newest photo. */
  last_seen: z.string().nullable(),
  /** Day since which it is due, or on which it is due next. */
  due: z.string().nullable(),
  /** Working days since then. */
  overdue_days: z.number(),
  /** The newest photo of it. */
  photo: z.object({ id_room: z.number(), visit_code: z.string() }).nullable(),
  /** It was skipped on this day. */
  skip: Skip.nullable(),
});
export type CoverageSpot = z.output<typeof CoverageSpot>;

export const Coverage = z.object({
  /** The day that the states are of. */
  day: z.string(),
  /** The current day of the project. */
  today: z.string(),
  plan: CoveragePlan,
  /** Neither weekend nor pause. */
  is_working_day: z.boolean(),
  pause: CoveragePause.nullable(),
  counts: z.object({
    spots: z.number(),
    fresh: z.number(),
    due: z.number(),
    overdue: z.number(),
    /** Photographed, and skipped, on this day. */
    done: z.number(),
    skipped: z.number(),
  }),
  /** Day of the newest photo of any spot, and of the oldest 360 photo of the project. */
  last_seen: z.string().nullable(),
  first_photo: z.string().nullable(),
  /** At most 2,000; none in a summary. */
  spots: z.array(CoverageSpot),
  /** `edit`: change plan and spots. `skip`: skip spots. `add_photo`: add 360 photos. */
  can: Can,
});
export type Coverage = z.output<typeof Coverage>;

const Project = z.object({ id: Id });
const SpotParams = Project.extend({ spot: Id });
const Name = z.string().trim().min(1, { error: "coverage.name_required" }).max(coverageLimits.name);
const Position = { id_sheet: Id, x: Share, y: Share };

export const coverageApi = defineApi(
  {
    "GET /api/projects/{id}/coverage": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary:
        "Photo spots of a project: when each was last photographed, and which are due. `day` asks for the states of an earlier day, `summary` leaves out the spots themselves.",
      params: Project,
      query: z.object({ day: day.optional(), summary: Flag.default(false) }),
      response: Coverage,
    }),
    "PUT /api/projects/{id}/coverage": endpoint({
      access: { can: "project.edit", by: "id" },
      summary:
        "Change how often the spots of a project are photographed; only the fields sent change. A `version` that is not the current one is refused.",
      params: Project,
      body: z.object(planFields).partial().extend({ version: z.coerce.number().int().optional() }),
      response: CoveragePlan,
    }),
    "GET /api/projects/{id}/coverage/pdf": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "The photo spots of a project by floor plan, with their last photo and state, as a PDF.",
      params: Project,
      query: z.object({ lang: Language.optional() }),
      download: "application/pdf",
      response: Empty,
    }),
    "POST /api/projects/{id}/coverage/spots": endpoint({
      access: { can: "project.edit", by: "id" },
      summary:
        "Add photo spots: at positions of a floor plan, at rooms of the project, or with `all` at every position of its rooms that has no spot yet.",
      params: Project,
      body: z.object({
        positions: z
          .array(z.object({ name: Name, ...Position }))
          .max(coverageLimits.perCall)
          .default([]),
        rooms: z.array(Id).max(coverageLimits.perCall).default([]),
        all: z.boolean().default(false),
        /** Zone of a plan that this call begins. */
        time_zone: planFields.time_zone.optional(),
      }),
      status: 201,
      /** `spots`: ids of the new spots. */
      response: z.object({ added: z.number(), spots: z.array(z.number()) }),
    }),
    "PUT /api/projects/{id}/coverage/spots/{spot}": endpoint({
      access: { can: "project.edit", by: "id" },
      summary:
        "Change a photo spot: its name, its position, its own rhythm (null for that of the project), or whether it is wanted.",
      params: SpotParams,
      body: z.object({
        name: Name.optional(),
        position: z.object(Position).optional(),
        rhythm: CoverageRhythm.nullable().optional(),
        is_on: z.boolean().optional(),
      }),
      response: Empty,
    }),
    "DELETE /api/projects/{id}/coverage/spots": endpoint({
      access: { can: "project.edit", by: "id" },
      summary: "Remove photo spots with their skips. Photos are not changed.",
      params: Project,
      body: z.object({ spots: z.array(Id).min(1).max(coverageLimits.perCall) }),
      response: z.object({ removed: z.number() }),
    }),
    "POST /api/projects/{id}/coverage/spots/{spot}/skip": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary:
        "Skip a photo spot today, or on the day of `captured_at`. The reason is kept with the name and the time. A skip of that day by another user stays; the reason is then in the activity log.",
      params: SpotParams,
      body: z.object({ reason: Reason.min(1, { error: "coverage.reason_required" }), ...Captured }),
      response: Empty,
    }),
    "DELETE /api/projects/{id}/coverage/spots/{spot}/skip": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary: "Undo today's skip of a photo spot.",
      params: SpotParams,
      response: Empty,
    }),
  },
  "visits",
);
