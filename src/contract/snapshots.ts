import { z } from "zod";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/** Drawing on a snapshot. Positions and sizes are shares, 0..1, of its width and height. */
export const Drawing = z
  .array(
    z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal(["arrow", "line"]),
        color: z.string().regex(/^#[0-9a-f]{6}$/i),
        from: z.tuple([z.number(), z.number()]),
        to: z.tuple([z.number(), z.number()]),
      }),
      z.object({
        kind: z.literal(["circle", "box", "blur"]),
        color: z.string().regex(/^#[0-9a-f]{6}$/i),
        at: z.tuple([z.number(), z.number()]),
        size: z.tuple([z.number(), z.number()]),
      }),
      z.object({
        kind: z.literal("text"),
        color: z.string().regex(/^#[0-9a-f]{6}$/i),
        at: z.tuple([z.number(), z.number()]),
        text: z.string().min(1).max(200),
      }),
    ]),
  )
  .max(200);
export type Drawing = z.output<typeof Drawing>;

/** A picture of a view. Blurred areas are blurred in the stored picture itself. */
export const Snapshot = z.object({
  id: z.number(),
  id_snapshot: z.number(),
  id_visit: z.number(),
  visit: z.string(),
  visit_code: z.string(),
  visit_date: z.string(),
  id_room: z.number().nullable(),
  room: z.string(),
  id_project: z.number(),
  project: z.string(),
  yaw: z.number(),
  pitch: z.number(),
  fov: z.number(),
  note: z.string(),
  drawing: Drawing,
  /** Includes the drawing. */
  url: z.string(),
  thumbnail: z.string(),
  author: ProjectPerson.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Snapshot = z.output<typeof Snapshot>;

const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);
/** Forms send text. */
const drawing = z.preprocess((value, context) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value === "" ? "[]" : value) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "snapshots.drawing_invalid" });
    return z.NEVER;
  }
}, Drawing);

const picture = {
  maxBytes: limits.snapshot.bytes,
  tooLarge: "IMAGE_TOO_LARGE",
  accept: ["image/jpeg", "image/png", "image/webp"],
} as const;

export const snapshotsApi = defineApi(
  {
    "GET /api/snapshots": endpoint({
      access: "user",
      summary: "List the snapshots of visits the caller may view, newest first.",
      query: z.object({
        ...PageQuery,
        id_project: Id.optional(),
        id_visit: Id.optional(),
        id_room: Id.optional(),
        mine: Flag.optional(),
      }),
      response: page(Snapshot),
    }),
    "POST /api/snapshots": endpoint({
      access: { can: "visit.add_snapshot", by: "id_visit" },
      summary: "Create a snapshot of a view of a room, with or without a drawing.",
      body: z.object({
        id_visit: Id,
        id_room: Id,
        yaw: number(z.number().min(-180).max(180)),
        pitch: number(z.number().min(-90).max(90)),
        fov: number(z.number().min(1).max(179)),
        note: z.string().trim().max(limits.snapshot.note).default(""),
        drawing: drawing.default([]),
      }),
      upload: { file: picture },
      response: Snapshot,
      status: 201,
    }),
    "PUT /api/snapshots/{id}": endpoint({
      access: { can: "snapshot.edit", by: "id" },
      summary: "Update a snapshot's note, or its drawing together with the image that shows it.",
      params: IdParams,
      body: z.object({ note: z.string().trim().max(limits.snapshot.note), drawing }).partial(),
      upload: { file: { ...picture, optional: true } },
      response: Snapshot,
    }),
    "DELETE /api/snapshots/{id}": endpoint({
      access: { can: "snapshot.delete", by: "id" },
      summary: "Delete a snapshot.",
      params: IdParams,
      response: Empty,
    }),
  },
  "visits",
);
