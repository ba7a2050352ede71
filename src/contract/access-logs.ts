import { z } from "zod";
import { periods, visitAccesses } from "./choices.ts";
import { Code, Empty, Flag, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/** One view of a visit by one browser, from opening it to a minute of silence. */
export const AccessLog = z.object({
  id: z.number(),
  /** Null for a guest. */
  person: ProjectPerson.nullable(),
  /** Without its last part, so that it identifies a region but no person. */
  address: z.string(),
  browser: z.string(),
  device: z.string(),
  started_at: z.string(),
  /** Time of the last sign of activity. */
  last_at: z.string(),
  duration_seconds: z.number(),
  /** Number of rooms visited. */
  rooms: z.number(),
  is_open: z.boolean(),
});
export type AccessLog = z.output<typeof AccessLog>;

const which = {
  visit_code: Code.optional(),
  code: Code.optional(),
  visit_id: Id.optional(),
  id_visit: Id.optional(),
};
const whichVideo = {
  video_code: Code.optional(),
  video_id: Id.optional(),
  id_video: Id.optional(),
};
/** The server checks which of the two is queried, since the message differs. */
const duration = z.coerce.number().min(0).max(86_400);
const VideoParams = z.object({ id: z.union([Id, Code]) });
const Statistics = z.object({
  period: z.enum(periods),
  views: z.number(),
  people: z.number(),
  guests: z.number(),
  seconds: z.number(),
  /** Includes steps without a view. */
  steps: z.array(z.object({ at: Instant, views: z.number() })),
});
const Views = z.object({
  /** Total views; those by team members count like any other, the owner's own do not. */
  count: z.number(),
  /** Current viewers. */
  now: z.number(),
});

export const Share = z.object({
  access: z.enum(visitAccesses),
  has_password: z.boolean(),
  expires_at: Instant.nullable(),
  /** Whether guests may switch to the other dates of the current spot. */
  history: z.boolean(),
  views: z.number(),
});
export type Share = z.output<typeof Share>;

export const accessLogsApi = defineApi(
  {
    "GET /api/viewer-count/visit": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get the number of views of a visit, by its code or ID.",
      query: z.object(which),
      response: Views,
    }),
    "POST /api/viewer-count/log-visit": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Record that a viewer opens a visit. Repeated calls within the same view count once.",
      body: z.object(which),
      /** `session` names the view to `update-activity`; empty when it is not counted. */
      response: Views.extend({ session: z.string() }),
      status: 201,
    }),
    "PUT /api/viewer-count/update-activity": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Update a running view: how long it has lasted, and the current room.",
      body: z.object({
        ...which,
        ...whichVideo,
        /** If empty: the newest view of this browser. */
        session: z.string().max(100).default(""),
        duration_seconds: duration,
        id_room: Id.optional(),
      }),
      response: Views,
    }),
    "GET /api/visits/{id}/access-logs": endpoint({
      access: { can: "visit.view_access", by: "id" },
      summary: "List the views of a visit, newest first.",
      reads: "replica",
      params: IdParams,
      query: z.object({ ...PageQuery, guests: Flag.optional() }),
      response: page(AccessLog),
    }),
    "GET /api/visits/{id}/access-logs/statistics": endpoint({
      access: { can: "visit.view_access", by: "id" },
      summary: "Get the views of a visit over a period, by hour, day or month, with totals.",
      reads: "replica",
      cost: "report",
      params: IdParams,
      query: z.object({ period: z.enum(periods).default("month") }),
      response: Statistics,
    }),
    "GET /api/visits/{id}/share": endpoint({
      access: { can: "visit.share", by: "id" },
      summary: "Get the sharing settings of a visit's link.",
      params: IdParams,
      response: Share,
    }),
    "PUT /api/visits/{id}/share": endpoint({
      access: { can: "visit.share", by: "id" },
      summary: "Update who can open the link, its password (null removes it) and its expiry.",
      params: IdParams,
      body: z
        .object({
          access: z.enum(visitAccesses),
          password: z
            .string()
            .min(limits.share.password.min, { error: "sharing.settings.password_short" })
            .max(limits.share.password.max)
            .nullable(),
          expires_at: Instant.nullable(),
          history: z.boolean(),
          /**
           * The `undo` value returned by an earlier change: restores everything as it was before it. All other fields
           * are ignored then.
           */
          undo: z.string().max(4000),
        })
        .partial(),
      /** `undo` reverts this change, including the password, for a quarter of an hour. */
      response: Share.extend({ undo: z.string() }),
    }),
    "POST /api/viewer-visit/unlock": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Unlock a protected visit for this browser for 12 hours.",
      body: z.object({ code: Code, password: z.string().min(1).max(255) }),
      response: Empty,
      perMinute: 20,
    }),
    "GET /api/viewer-count/video": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get the number of views of a video, by its code or ID.",
      query: z.object(whichVideo),
      response: Views,
    }),
    "POST /api/viewer-count/log-video": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Record that a viewer opens a video. Repeated calls within the same view count once.",
      body: z.object(whichVideo),
      response: Views.extend({ session: z.string() }),
      status: 201,
    }),
    "GET /api/three60videos/{id}/access-logs/viewer-count": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get the number of views of a video.",
      params: VideoParams,
      response: Views,
    }),
    "POST /api/three60videos/{id}/access-logs/log-access": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Update a running view of a video: how long it has lasted.",
      params: VideoParams,
      body: z.object({ duration_seconds: duration.default(0), session: z.string().max(100).default("") }),
      response: Views.extend({ session: z.string() }),
      status: 201,
    }),
    "PUT /api/three60videos/{id}/access-logs/end-session": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "End a view of a video.",
      params: VideoParams,
      body: z.object({ duration_seconds: duration.default(0), session: z.string().max(100).default("") }),
      response: Views,
    }),
    "GET /api/three60videos/{id}/access-logs": endpoint({
      access: { can: "video.view_access", by: "id" },
      summary: "List the views of a video, newest first.",
      reads: "replica",
      params: IdParams,
      query: z.object({ ...PageQuery, guests: Flag.optional() }),
      response: page(AccessLog),
    }),
    "GET /api/three60videos/{id}/access-logs/statistics": endpoint({
      access: { can: "video.view_access", by: "id" },
      summary: "Get the views of a video over a period, by hour, day or month, with totals.",
      reads: "replica",
      cost: "report",
      params: IdParams,
      query: z.object({ period: z.enum(periods).default("month") }),
      response: Statistics,
    }),
    "POST /api/video-access-logs/cleanup": endpoint({
      access: "super_admin",
      summary: "Delete views older than the retention period. Totals are kept.",
      body: z.object({ days: z.coerce.number().int().min(1).max(3650).optional() }),
      response: z.object({ removed: z.number() }),
    }),
  },
  "visits",
);
