import { z } from "zod";
import { infoKinds } from "./choices.ts";
import { Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Poi } from "./viewer.ts";

/** A room of another visit that may show the same spot. */
export const Counterpart = z.object({
  id_room: z.number(),
  name: z.string(),
  thumbnail: z.string().nullable(),
  /** Metres from the room asked about on the same plan; null where the plan has no scale or they share none. */
  metres: z.number().nullable(),
  /** Shares of the plan's width between them, for plans without a scale; null when they share no plan. */
  distance: z.number().nullable(),
});
export type Counterpart = z.output<typeof Counterpart>;

export const HotspotVisit = z.object({
  id_visit: z.number(),
  id: z.number(),
  name: z.string(),
  code: z.string(),
  visit_date: z.string(),
  /** The room of that visit that is bound to the one asked about. */
  id_room: z.number().nullable(),
  /** The one that is nearest on a plan, else of the same name; null when there is none like it. */
  proposal: z.number().nullable(),
  /** Its rooms, the likely ones first. */
  rooms: z.array(Counterpart),
});
export type HotspotVisit = z.output<typeof HotspotVisit>;

const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);
const place = {
  yaw: number(z.number().min(-180).max(180)),
  pitch: number(z.number().min(-90).max(90)),
};
const version = z.coerce.number().int().optional();
const label = z.string().trim().max(limits.name);
const point = z.object({ id: Id, point: Id });

const info = {
  ...place,
  label: label.min(1, { error: "tour.label_required" }),
  text: z.string().trim().max(limits.points.text),
  /** Of a page, for `web`, or of a video elsewhere, for `video` without a file. */
  url: z.union([
    z.literal(""),
    z
      .string()
      .trim()
      .max(limits.points.address)
      .regex(/^https?:\/\/[^\s/?#]+\S*$/, { error: "tour.address_invalid" }),
  ]),
};
const media = {
  maxBytes: limits.points.media.bytes,
  tooLarge: "FILE_TOO_LARGE",
  accept: ["image/jpeg", "image/png", "image/webp", "video/mp4", "video/webm"],
  optional: true,
} as const;

export const tourApi = defineApi({
  "POST /api/rooms/{id}/hotspots": endpoint({
    access: { can: "room.edit", by: "id" },
    summary:
      "Put a way to another room of the visit into the picture; with `both` that room gets the way back.",
    params: IdParams,
    body: z.object({
      id_target_room: Id,
      ...place,
      label: label.default(""),
      both: z.boolean().default(false),
    }),
    response: Poi,
    status: 201,
  }),
  "PUT /api/rooms/{id}/hotspots/{point}": endpoint({
    access: { can: "room.edit", by: "id" },
    summary: "Move a way, name it or lead it elsewhere. With an older `version` it is refused with CONFLICT.",
    params: point,
    body: z.object({ id_target_room: Id, ...place, label, version }).partial(),
    response: Poi,
  }),
  "DELETE /api/rooms/{id}/hotspots/{point}": endpoint({
    access: { can: "room.edit", by: "id" },
    summary: "Remove a way.",
    params: point,
    response: Empty,
  }),
  "POST /api/rooms/{id}/infos": endpoint({
    access: { can: "room.edit", by: "id" },
    summary: "Put something to read, see or open into the picture.",
    params: IdParams,
    body: z.object({
      kind: z.enum(infoKinds),
      ...info,
      text: info.text.default(""),
      url: info.url.default(""),
    }),
    upload: { file: media },
    response: Poi,
    status: 201,
  }),
  "PUT /api/rooms/{id}/infos/{point}": endpoint({
    access: { can: "room.edit", by: "id" },
    summary: "Change or move it. With an older `version` it is refused with CONFLICT.",
    params: point,
    body: z.object({ ...info, version }).partial(),
    upload: { file: media },
    response: Poi,
  }),
  "DELETE /api/rooms/{id}/infos/{point}": endpoint({
    access: { can: "room.edit", by: "id" },
    summary: "Remove it.",
    params: point,
    response: Empty,
  }),
  "GET /api/visits/hotspot-visits": endpoint({
    access: { can: "room.view", by: "room_id" },
    summary: "Visits of other dates and their rooms, as counterparts of a room: bound ones and likely ones.",
    query: z.object({ room_id: Id, project_id: Id.optional() }),
    response: z.array(HotspotVisit),
  }),
  "PUT /api/visits/bind-hotspot": endpoint({
    access: { can: "room.edit", by: "id_room" },
    summary:
      "Say that a room shows the same spot as one of another visit; without `id_target_room` as the likeliest.",
    body: z.object({ id_room: Id, id_visit: Id, id_target_room: Id.optional() }),
    response: z.object({ id_room: z.number(), id_visit: z.number(), id_target_room: z.number() }),
  }),
  "DELETE /api/visits/unbind-hotspot": endpoint({
    access: { can: "room.edit", by: "id_room" },
    summary: "Say that it does not.",
    body: z.object({ id_room: Id, id_visit: Id }),
    response: Empty,
  }),
  "POST /api/visits/{id}/bind": endpoint({
    access: { can: "visit.edit", by: "id" },
    summary:
      "Bind every room of a visit to its likeliest counterparts; those that are bound stay as they are.",
    params: IdParams,
    response: z.object({ bound: z.number(), left: z.number() }),
  }),
});
