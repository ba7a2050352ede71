import { z } from "zod";
import { Can, Empty, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits as common } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";
import { walkLimits as limits } from "./walks.limits.ts";

/**
 * `reading` until the path of the walk is known, `stopped` by a user before; `ready` to be placed on floor plans;
 * `making` rooms, then `made`.
 */
export const walkStates = ["reading", "stopped", "failed", "ready", "making", "made"] as const;
export type WalkStatus = (typeof walkStates)[number];

/**
 * A walk through the site: a 360 video, from which rooms of the visit are made, or the visit's 360 photos in order of
 * capture, which get positions.
 */
export const Walk = z.object({
  id: z.number(),
  id_visit: z.number(),
  kind: z.enum(["video", "photos"]),
  /** Name of the uploaded file. */
  file: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  seconds: z.number(),
  status: z.enum(walkStates),
  /** Code of the error for which reading failed or making rooms ended. */
  problem: z.string().nullable(),
  /** Completed share of the reading, 0 to 1. */
  progress: z.number(),
  /** Rooms to be made of it, and made. */
  rooms: z.number(),
  rooms_made: z.number(),
  /** Whether the video is still stored. */
  has_video: z.boolean(),
  author: ProjectPerson.nullable(),
  /** Incremented by every change of the positions: a change that names an older one is rejected with CONFLICT. */
  version: z.number(),
  created_at: z.string(),
  /** `edit`: place it, make rooms of it, delete it. */
  can: Can,
});
export type Walk = z.output<typeof Walk>;

/** The position of one picture of the walk, as set by a user or found. */
const Position = z.object({
  /** Index in the pictures of the path. */
  picture: z.number().int().min(0),
  id_sheet: z.number().int().positive(),
  /** 0..1 from the floor plan's upper left corner. */
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
});

const Tap = Position.extend({
  /** Found by its likeness to a 360 photo of an earlier visit, not set by a user. */
  is_found: z.boolean().optional(),
  /** Direction of the picture's centre where it is known, degrees clockwise from the floor plan's upper edge. */
  heading: z.number().min(-360).max(360).optional(),
  /** Expected error in metres, where it differs from that of a user. */
  error: z.number().positive().max(1000).optional(),
});
export type WalkTapPlace = z.output<typeof Tap>;

/** A picture of the walk that becomes a room, and where it was taken. */
const NewRoom = Position.extend({
  name: z.string().trim().min(1).max(common.name),
  /** Direction of the picture's centre on the floor plan, degrees clockwise from its upper edge. */
  heading: z.number().min(-180).max(180),
});
export type NewWalkRoom = z.output<typeof NewRoom>;

const Taps = z.array(Tap).max(limits.taps);

const Link = z.object({
  quality: z.number(),
  turnError: z.number(),
  directionError: z.number(),
  stepError: z.number(),
});

/** The walk as the video shows it, in units of the median step; see `WalkPath` of the project's source. */
export const WalkTrack = z.object({
  version: z.literal(1),
  pictures: z.array(
    z.object({
      /** Seconds since the start of the video. */
      at: z.number(),
      sharpness: z.number(),
      x: z.number(),
      y: z.number(),
      /** Degrees clockwise. */
      heading: z.number(),
      /** Floors above the first picture. */
      storey: z.number(),
    }),
  ),
  links: z.array(Link),
  stops: z.array(z.object({ from: z.number(), to: z.number() })),
  floorChanges: z.array(z.object({ at: z.number(), storeys: z.number() })),
  /** Metres of one unit, as far as the video shows it. */
  stepMetres: z.number(),
  tilt: z.object({ pitch: z.number(), roll: z.number() }),
  /** False if too little could be measured: positions are then spread by time. */
  hasVision: z.boolean(),
});
export type WalkTrack = z.output<typeof WalkTrack>;

/** A walk with all that is needed to place it. */
export const PlacedWalkDetail = Walk.extend({
  /** Null until it is ready. */
  path: WalkTrack.nullable(),
  taps: Taps,
  /** Of a walk of photos: one for each second of the path; `url` null for a deleted one. */
  photos: z.array(z.object({ id_room: z.number(), name: z.string(), url: z.string().nullable() })),
  /** Columns of small pictures of a video, one for each second, in order; `from` in seconds. */
  previews: z.array(z.object({ from: z.number(), url: z.string() })),
  /** Rooms made of it, in order of the walk. */
  made: z.array(z.object({ picture: z.number(), id_room: z.number().nullable(), name: z.string() })),
});
export type PlacedWalkDetail = z.output<typeof PlacedWalkDetail>;

/** The walks of one visit as placed on a floor plan. */
export const SheetWalk = z.object({
  id_visit: z.number(),
  visit: z.string(),
  visit_date: z.string(),
  lines: z.array(
    z.object({
      /** The positions may be wrong by more than a metre. */
      is_uncertain: z.boolean(),
      /** 0..1 of the floor plan. */
      points: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
});
export type SheetWalk = z.output<typeof SheetWalk>;

const Visit = z.object({ id: Id });
const One = z.object({ id: Id, walk: Id });

export const walksApi = defineApi(
  {
    "GET /api/visits/{id}/walks": endpoint({
      access: { can: "visit.view", by: "id" },
      summary: "List the walk videos of a visit, newest first.",
      params: Visit,
      response: z.object({ items: z.array(Walk), can: Can }),
    }),
    "POST /api/visits/{id}/walks": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary:
        "Add walk video to a visit from a finished resumable upload of the kind `walk`; without `upload`, the visit's 360 photos in order of capture are read like a video. The path is read in the background. The same video, or the same photos, are added once.",
      params: Visit,
      body: z.object({ upload: z.uuid().optional() }),
      response: Walk,
      status: 201,
    }),
    "GET /api/visits/{id}/walks/{walk}": endpoint({
      access: { can: "visit.view", by: "id" },
      summary: "Get the walk video with its path, its positions on floor plans and its small photos.",
      params: One,
      response: PlacedWalkDetail,
    }),
    "PUT /api/visits/{id}/walks/{walk}": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary: "Set known positions on floor plans; they replace the previous ones.",
      params: One,
      body: z.object({ version: z.number().int().optional(), taps: Taps }),
      response: Walk,
    }),
    "POST /api/visits/{id}/walks/{walk}/stop": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary:
        "Stop the reading of the walk video, or the creation of its rooms; rooms already created stay.",
      params: One,
      response: Walk,
    }),
    "POST /api/visits/{id}/walks/{walk}/continue": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary: "Continue a stopped or failed reading where it ended.",
      params: One,
      response: Walk,
    }),
    "POST /api/visits/{id}/walks/{walk}/rooms": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary:
        "Create rooms from frames in full resolution, with their positions and directions on floor plans. A frame that became a room before is skipped. Where the visit's 360 photos were read, they get the positions and keep their names.",
      params: One,
      body: z.object({
        rooms: z.array(NewRoom).min(1).max(limits.rooms),
        /** Whether the video stays stored once the rooms are made. */
        keep_video: z.boolean().default(true),
      }),
      response: Walk,
      status: 202,
    }),
    "DELETE /api/visits/{id}/walks/{walk}": endpoint({
      access: { can: "visit.add_room", by: "id" },
      summary: "Delete the walk video and its positions; rooms created from it stay.",
      params: One,
      response: Empty,
    }),
    "GET /api/maps/{id}/walk": endpoint({
      access: { can: "sheet.view", by: "id" },
      summary:
        "Get the lines of the walk videos on a floor plan: of the visit `id_visit`, else of the newest visit that has any. Null without one, and without permission to view the visits.",
      params: z.object({ id: Id }),
      query: z.object({ id_visit: Id.optional() }),
      response: SheetWalk.nullable(),
    }),
  },
  "visits",
);
