import { z } from "zod";
import { timelapseStates } from "./choices.ts";
import { Empty, Flag, Id, IdParams, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { spotTimelapseLimits as limits } from "./spot-timelapses.limits.ts";

/** A requested time-lapse of a spot; the result is a video of the project. */
export const SpotTimelapse = z.object({
  id: z.number(),
  title: z.string(),
  /** Null once the room is deleted. */
  id_room: z.number().nullable(),
  /** Number of dates. */
  dates: z.number(),
  is_turning: z.boolean(),
  state: z.enum(timelapseStates),
  /** 0..1. */
  progress: z.number(),
  /** Error code of a failed one. */
  problem: z.string().nullable(),
  /** The finished video; null until then, and when it was deleted. */
  video: z.object({ id: z.number(), code: z.string() }).nullable(),
  created_at: z.string(),
});
export type SpotTimelapse = z.output<typeof SpotTimelapse>;

const title = z.string().trim().max(limits.title);

export const spotTimelapsesApi = defineApi(
  {
    "GET /api/projects/{id}/spot-timelapses": endpoint({
      access: { can: "project.add_video", by: "id" },
      summary:
        "Time-lapses of spots that were requested in a project in the last 30 days, newest first. Empty for callers who may not see the visits.",
      params: IdParams,
      response: z.object({ items: z.array(SpotTimelapse) }),
    }),
    "POST /api/projects/{id}/spot-timelapses": endpoint({
      access: { can: "project.add_video", by: "id" },
      summary:
        "Create a video of one spot over its dates, in one direction or turning once by 360 degrees. Dates are those of the spot of `id_room`: all, those of a period, or only the given rooms. The result is a video for members who may see the visits.",
      params: IdParams,
      body: z.object({
        id_room: Id,
        /** Rooms of the spot on the dates to be shown; without them, all dates. */
        rooms: z.array(Id).min(1).max(1000).optional(),
        /** Only visits from or up to this moment. */
        from: Instant.optional(),
        to: Instant.optional(),
        /** Direction in degrees, clockwise from north. */
        bearing: z.number().min(-360).max(360).default(0),
        pitch: z.number().min(-85).max(85).default(0),
        /** Vertical field of view in degrees. */
        fov: z.number().min(limits.fov.min).max(limits.fov.max).default(limits.fov.standard),
        is_turning: Flag.default(false),
        /** Whether the date is in the picture. */
        has_stamp: Flag.default(true),
        /** Empty for the name of the room. */
        title: title.default(""),
        /** Language and time zone of the dates in the picture. */
        language: Language.optional(),
        time_zone: z.string().max(64).optional(),
      }),
      response: SpotTimelapse,
      status: 202,
    }),
    "DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}": endpoint({
      access: { can: "project.add_video", by: "id" },
      summary:
        "Cancel a time-lapse that is being created, or remove it from the list; a finished video stays.",
      params: z.object({ id: Id, spot_timelapse: Id }),
      response: Empty,
    }),
  },
  "videos",
);
