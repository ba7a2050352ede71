import { z } from "zod";
import { visitSorts } from "./choices.ts";
import { Can, Captured, Code, Empty, Flag, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** `processing` until the variants are made; `failed` when they cannot be, with the reason's code in `problem`. */
export const PictureState = z.enum(["processing", "ready", "failed"]);

/** The part of the sphere that a partial panorama covers, in its pixels, as in GPano. */
export const PictureArea = z.object({
  full_width: z.number(),
  full_height: z.number(),
  left: z.number(),
  top: z.number(),
});
export type PictureArea = z.output<typeof PictureArea>;

/** Tilt of the camera in degrees: its centre above the horizon, and its right side below it. */
export const PicturePose = z.object({ pitch: z.number(), roll: z.number() });
export type PicturePose = z.output<typeof PicturePose>;

/**
 * A 360 photo for the engine: an equirectangular pyramid. `levels` ascend by two, the last is the photo's own size;
 * `tiles` is an address template over `{level}`, `{col}` and `{row}`, tiles are `tile_size` pixels square, those at the
 * right and lower edge are cropped.
 */
export const Picture = z.object({
  state: PictureState,
  problem: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  tile_size: z.number(),
  levels: z.array(z.object({ width: z.number(), height: z.number() })),
  /** Null for a whole sphere. */
  area: PictureArea.nullable(),
  /**
   * Null for a level camera; otherwise the viewer levels the picture, and markers and north refer to the levelled
   * picture.
   */
  pose: PicturePose.nullable(),
  tiles: z.string().nullable(),
  /** The whole picture, 1024x512. */
  base: z.string().nullable(),
  /** 300x150, for lists. */
  thumbnail: z.string().nullable(),
  /** The poster for cards in lists, 640x320. */
  card: z.string().nullable(),
  /** The default view, already projected: yaw 0, pitch 0, 60 degrees high, twice as wide as high. */
  poster: z.string().nullable(),
});
export type Picture = z.output<typeof Picture>;

/** Position of the camera: degrees, and metres above sea level if known. */
export const RoomPlace = z.object({
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number().nullable(),
  /** Error of latitude and longitude in metres; null if the camera did not record it. */
  accuracy: z.number().nullable(),
});

export const Room = z.object({
  id: z.number(),
  id_room: z.number(),
  id_visit: z.number(),
  name: z.string(),
  /** Position in the visit's walking order, from 0. */
  order: z.number(),
  /** Yaw of north in the picture, degrees. */
  north: z.number(),
  /** Whether north is known, from the file or set by a user. Otherwise `north` is 0 and meaningless. */
  has_north: z.boolean(),
  captured_at: z.string().nullable(),
  /** Null if the camera did not record it; omitted for non-members of the project. */
  gps: RoomPlace.nullable().optional(),
  file: z.string(),
  picture: Picture,
});
export type Room = z.output<typeof Room>;

const visitFields = {
  id: z.number(),
  id_visit: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  id_user: z.number(),
  author: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** When the photos were taken. */
  visit_date: z.string(),
  starred: z.boolean(),
  room_count: z.number(),
  /** Rooms whose variants are still being made. */
  processing_count: z.number(),
  /** The first room as a small panorama, 300x150; null if there is none. */
  thumbnail: z.string().nullable(),
  /** The initial view of the same room: 1280x640, already projected. */
  cover: z.string().nullable(),
  /** The same, 640x320, for cards in lists. */
  cover_card: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
};

export const VisitRow = z.object(visitFields);
export type VisitRow = z.output<typeof VisitRow>;

export const Visit = z.object({ ...visitFields, rooms: z.array(Room) });
export type Visit = z.output<typeof Visit>;

const input = {
  name: z
    .string({ error: "visits.name_required" })
    .trim()
    .min(1, { error: "visits.name_required" })
    .max(limits.name),
  description: z.string().trim().max(limits.description),
  visit_date: z
    .string({ error: "visits.date_required" })
    .min(1, { error: "visits.date_required" })
    .refine((value) => Instant.safeParse(value).success, { error: "visits.date_invalid" }),
};

/** Editable fields of a visit. A field added here reaches the table, the repository and the form by its type. */
export type VisitInput = { readonly [K in keyof typeof input]: z.output<(typeof input)[K]> };

const RoomChange = z.object({
  name: z.string().trim().min(1, { error: "visits.room_name_required" }).max(limits.name),
  order: z.number().int().min(0).max(10_000),
  /** Null removes a user's value: then the file's applies, or none. */
  north: z.number().min(-180).max(180).nullable(),
});

export const visitsApi = defineApi(
  {
    "GET /api/visits": endpoint({
      access: "user",
      summary: "List the visits of the caller's projects, newest first by visit date.",
      reads: "replica",
      query: z.object({
        ...PageQuery,
        id_project: Id.optional(),
        starred: Flag.optional(),
        sort: z.enum(visitSorts).default("date"),
      }),
      response: page(VisitRow),
    }),
    "POST /api/visits": endpoint({
      access: { can: "project.add_visit", by: "id_project" },
      summary: "Create a visit. Its rooms are uploaded one by one afterwards.",
      body: z.object({
        id_project: z.coerce
          .number({ error: "visits.project_required" })
          .int()
          .positive({ error: "visits.project_required" }),
        ...input,
        description: input.description.default(""),
      }),
      response: Visit,
      status: 201,
      message: "Visit added successfully",
    }),
    "GET /api/visits/{id}": endpoint({
      access: { can: "visit.view", by: "id" },
      summary: "Get a visit with its rooms in walking order.",
      params: z.object({ id: z.union([Id, Code]) }),
      response: Visit,
    }),
    "PUT /api/visits/{id}": endpoint({
      access: { can: "visit.edit", by: "id" },
      summary: "Update a visit. Only the fields sent are changed.",
      params: IdParams,
      body: z.object(input).partial(),
      response: Visit,
    }),
    "DELETE /api/visits/{id}": endpoint({
      access: { can: "visit.delete", by: "id" },
      summary: "Delete a visit and its rooms.",
      params: IdParams,
      response: Empty,
    }),
    "PUT /api/visits/star": endpoint({
      access: "user",
      summary: "Star or unstar a visit for the caller. Toggles when `starred` is not sent.",
      body: z
        .object({
          id: Id.optional(),
          id_visit: Id.optional(),
          visit_id: Id.optional(),
          starred: Flag.optional(),
        })
        .transform((body) => ({ id_visit: body.id_visit ?? body.visit_id ?? body.id, starred: body.starred }))
        .refine((body) => body.id_visit !== undefined, { error: "visits.id_required", path: ["id_visit"] }),
      response: z.object({ id_visit: z.number(), starred: z.boolean() }),
    }),
    "PUT /api/visits/bulk-star": endpoint({
      access: "user",
      summary:
        "Star visits for the caller, or unstar them with `starred: 0`. Visits the caller cannot view are skipped.",
      body: z
        .object({
          visit_ids: z.array(Id).max(limits.bulk).optional(),
          ids: z.array(Id).max(limits.bulk).optional(),
          starred: Flag.default(true),
        })
        .transform(({ visit_ids, ids, starred }) => ({ visit_ids: [...new Set(visit_ids ?? ids)], starred }))
        .refine(({ visit_ids }) => visit_ids.length > 0, {
          error: "visits.id_required",
          path: ["visit_ids"],
        }),
      response: z.object({ visit_ids: z.array(z.number()), starred: z.boolean() }),
    }),
    "POST /api/rooms": endpoint({
      access: { can: "visit.add_room", by: "id_visit" },
      summary:
        "Upload a 360 photo as the next room of a visit; or, as JSON, create the room from a finished resumable upload.",
      body: z.object({
        id_visit: Id,
        name: z.string().trim().max(limits.name).optional(),
        /** Replaces the file: the last part of the address of a finished upload below `/api/uploads`. */
        upload: z.uuid().optional(),
        ...Captured,
      }),
      upload: {
        file: {
          maxBytes: limits.visitMost.megabytes * 1024 * 1024,
          setting: "visit_image_mb",
          tooLarge: "IMAGE_TOO_LARGE",
          accept: ["image/jpeg"],
          optional: true,
        },
      },
      response: Room,
      status: 201,
    }),
    "PUT /api/rooms/{id}": endpoint({
      access: { can: "room.edit", by: "id" },
      summary: "Rename or reorder a room, or set its north. Only the fields sent are changed.",
      params: IdParams,
      body: RoomChange.partial(),
      response: Room,
    }),
    "DELETE /api/rooms/{id}": endpoint({
      access: { can: "room.delete", by: "id" },
      summary: "Delete a room.",
      params: IdParams,
      response: Empty,
    }),
  },
  "visits",
);
