import { z } from "zod";
import { Can, Captured, Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/**
 * A pyramid of square tiles. `levels` ascend, the last is the floor plan's own size; `tiles` is an address template
 * over `{level}`, `{col}` and `{row}`; tiles at the right and lower edge are cropped.
 */
export const PlanTiles = z.object({
  tile_size: z.number(),
  levels: z.array(z.object({ width: z.number(), height: z.number() })),
  tiles: z.string(),
});
export type PlanTiles = z.output<typeof PlanTiles>;

/** A current or former floor plan of a sheet. */
export const SheetVersion = z.object({
  version: z.number(),
  /** Name of the uploaded file. */
  name: z.string(),
  bytes: z.number(),
  image: z.string(),
  original: z.string(),
  author: ProjectPerson.nullable(),
  created_at: z.string(),
  is_current: z.boolean(),
});
export type SheetVersion = z.output<typeof SheetVersion>;

/** A floor plan on which rooms have positions. */
export const Sheet = z.object({
  id: z.number(),
  id_sheet: z.number(),
  id_project: z.number(),
  name: z.string(),
  floor: z.string(),
  /** Position among the project's sheets, from 0. */
  order: z.number(),
  /** Direction of north in degrees, clockwise from the sheet's upper edge. */
  north: z.number(),
  /** Metres from the sheet's left edge to its right one; null until measured. */
  width_metres: z.number().nullable(),
  /** At most 4096 pixels wide and high; null without a floor plan. */
  image: z.string().nullable(),
  /** Of the floor plan at its finest; null if there is none. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The floor plan in full detail; null while it is made, and for one that `image` shows completely. */
  tiles: PlanTiles.nullable(),
  /** The uploaded file. */
  original: z.string().nullable(),
  /** Number of floor plans that it has had; 0 without any. */
  version: z.number(),
  /** Rooms placed on it, of all visits. */
  room_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Sheet = z.output<typeof Sheet>;

/** A room on a sheet. Positions are 0..1 from the sheet's upper left corner. */
export const SheetRoom = z.object({
  id_room: z.number(),
  name: z.string(),
  id_visit: z.number(),
  visit: z.string(),
  /** Opens the visit: /viewer/{visit_code}/{id_room}. */
  visit_code: z.string(),
  visit_date: z.string(),
  thumbnail: z.string().nullable(),
  /** Null for a room returned with its visit that is not placed yet. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** Direction of the picture's centre on the sheet, in degrees; null if unknown. */
  heading: z.number().nullable(),
  /** Last position of a room of the same name, for one without a position. */
  suggestion: z.object({ x: z.number(), y: z.number() }).nullable(),
});
export type SheetRoom = z.output<typeof SheetRoom>;

/** Forms send text: an empty field is not a number. */
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);
const Angle = number(z.number().min(-180).max(180));

const fields = {
  name: z
    .string({ error: "sheets.name_required" })
    .trim()
    .min(1, { error: "sheets.name_required" })
    .max(limits.name),
  floor: z.string().trim().max(limits.name),
  order: number(z.number().int().min(0).max(limits.sheet.perProject)),
  north: Angle,
  width_metres: z.preprocess(
    (value) => (value === "" ? null : value),
    number(z.number().positive().max(limits.sheet.metres)).nullable(),
  ),
};

const plan = {
  maxBytes: limits.sheet.bytes,
  tooLarge: "FILE_TOO_LARGE",
  accept: ["image/jpeg", "image/png", "image/webp", "application/pdf"],
  optional: true,
} as const;

const change = z
  .object({
    ...fields,
    /** Page of a PDF, from 1. */
    page: number(z.number().int().min(1).max(10_000)),
  })
  .partial();

const Place = z.object({
  id_room: Id,
  /** Both null: the room is removed from the sheet. */
  x: z.number().min(0).max(1).nullable(),
  y: z.number().min(0).max(1).nullable(),
  heading: z.number().min(-180).max(180).nullable().default(null),
});

/** The position of a room with which a change began; null values: on no floor plan. */
const Began = z.object({
  id_room: Id,
  id_sheet: Id.nullable(),
  x: z.number().min(0).max(1).nullable(),
  y: z.number().min(0).max(1).nullable(),
});

/** `ids`, `id_sheets`, `id_sheet` or `id`. */
const Which = z
  .object({
    ids: z.array(Id).max(limits.bulk).optional(),
    id_sheets: z.array(Id).max(limits.bulk).optional(),
    id_sheet: Id.optional(),
    id: Id.optional(),
  })
  .transform(({ ids, id_sheets, id_sheet, id }) => ({
    ids: [...new Set(ids ?? id_sheets ?? [id_sheet ?? id ?? 0])].filter((one) => one > 0),
  }))
  .refine(({ ids }) => ids.length > 0, { error: "sheets.id_required", path: ["ids"] });

export const sheetsApi = defineApi(
  {
    "GET /api/maps": endpoint({
      access: { can: "project.view_sheets", by: "id_project" },
      summary: "List the floor plans of a project, in their order.",
      query: z.object({ id_project: Id }),
      response: z.array(Sheet),
    }),
    "POST /api/maps": endpoint({
      access: { can: "project.add_sheet", by: "id_project" },
      summary: "Create a floor plan, with or without its image (PDF, JPEG, PNG, WebP).",
      body: z.object({ id_project: Id, ...change.required({ name: true }).shape }),
      upload: { file: plan },
      response: Sheet,
      status: 201,
    }),
    "GET /api/maps/{id}": endpoint({
      access: { can: "sheet.view", by: "id" },
      summary: "Get a floor plan.",
      params: IdParams,
      response: Sheet,
    }),
    "PUT /api/maps/{id}": endpoint({
      access: { can: "sheet.edit", by: "id" },
      summary: "Update a floor plan. Only the fields sent are changed. A file replaces the previous image.",
      params: IdParams,
      body: change,
      upload: { file: plan },
      response: Sheet,
    }),
    "POST /api/maps/{id}": endpoint({
      access: { can: "sheet.edit", by: "id" },
      summary: "Update a floor plan, for clients that can only POST files; send `_method=PUT`.",
      params: IdParams,
      body: change.extend({ _method: z.string().regex(/^put$/i) }),
      upload: { file: plan },
      response: Sheet,
    }),
    "GET /api/maps/{id}/versions": endpoint({
      access: { can: "sheet.view", by: "id" },
      summary: "List the versions of a floor plan, newest first.",
      params: IdParams,
      response: z.array(SheetVersion),
    }),
    "PUT /api/maps/{id}/versions/{version}": endpoint({
      access: { can: "sheet.edit", by: "id" },
      summary: "Restore an earlier version; it becomes the newest.",
      params: z.object({ id: Id, version: Id }),
      response: Sheet,
    }),
    "POST /api/maps/{id}/arrange": endpoint({
      access: { can: "sheet.edit", by: "id" },
      summary:
        "Suggest positions for the rooms of a visit that have none: where a room of the same name was, by GPS, else in walking order between those. Nothing is saved.",
      params: IdParams,
      body: z.object({ id_visit: Id }),
      response: z.array(z.object({ id_room: z.number(), x: z.number(), y: z.number() })),
    }),
    "DELETE /api/maps": endpoint({
      access: "user",
      summary:
        "Delete floor plans: all of them, or none if one may not be deleted. The rooms stay in their visits.",
      body: Which,
      response: Empty,
    }),
    "GET /api/maps/{id}/rooms": endpoint({
      access: { can: "sheet.view", by: "id" },
      summary:
        "List the rooms on a floor plan, newest visit first; with `id_visit`, all rooms of that visit that are on no other floor plan.",
      params: IdParams,
      query: z.object({ id_visit: Id.optional() }),
      response: z.array(SheetRoom),
    }),
    "PUT /api/maps/{id}/room-positions": endpoint({
      access: { can: "sheet.edit", by: "id" },
      summary:
        "Set the positions of rooms on a floor plan of their project, or remove them from it. A room in `from` that is no longer at that position is a CONFLICT.",
      params: IdParams,
      body: z.object({
        rooms: z.array(Place).min(1).max(limits.bulk),
        from: z.array(Began).max(limits.bulk).optional(),
        ...Captured,
      }),
      response: z.array(SheetRoom),
    }),
  },
  "sheets",
);
