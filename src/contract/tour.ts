import { z } from "zod";
import { infoKinds, matchConfidences, matchReasons, matchStates } from "./choices.ts";
import { Can, Empty, Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Poi, ViewerSheet } from "./viewer.ts";
import { Room } from "./visits.ts";

/** A room of another visit that may show the same spot. */
export const Counterpart = z.object({
  id_room: z.number(),
  name: z.string(),
  thumbnail: z.string().nullable(),
  /** Metres from the given room on the same sheet; null if the sheet has no scale or they share none. */
  metres: z.number().nullable(),
  /** Distance as a share of the sheet's width, for sheets without a scale; null when they share no sheet. */
  distance: z.number().nullable(),
});
export type Counterpart = z.output<typeof Counterpart>;

export const HotspotVisit = z.object({
  id_visit: z.number(),
  id: z.number(),
  name: z.string(),
  code: z.string(),
  visit_date: z.string(),
  /** The room of that visit that is matched with the given one. */
  id_room: z.number().nullable(),
  /** The nearest on a sheet, otherwise the one of the same name; null if there is none. */
  proposal: z.number().nullable(),
  /** Its rooms, the most likely ones first. */
  rooms: z.array(Counterpart),
});
export type HotspotVisit = z.output<typeof HotspotVisit>;

/** A visit that another one is matched with. */
export const MatchedVisit = z.object({
  id_visit: z.number(),
  name: z.string(),
  code: z.string(),
  visit_date: z.string(),
  room_count: z.number(),
});
export type MatchedVisit = z.output<typeof MatchedVisit>;

/** Relation of a room of a visit to another visit. */
export const RoomMatch = z.object({
  id_room: z.number(),
  /**
   * `bound` by a user, `found` by floor plan or name, `proposed` for a user to confirm, `different`: a user said that
   * the other visit does not show it, `open`: unknown.
   */
  state: z.enum(matchStates),
  /** The room of the other visit. */
  id_other: z.number().nullable(),
  /** Confidence of a proposal. */
  confidence: z.enum(matchConfidences).nullable(),
  reasons: z.array(z.enum(matchReasons)),
});
export type RoomMatch = z.output<typeof RoomMatch>;

export const VisitMatches = z.object({
  id_project: z.number(),
  visit: MatchedVisit,
  /** The visit it is matched with; null when the project has no other. */
  other: MatchedVisit.nullable(),
  /** All visits that it can be matched with, newest first. */
  visits: z.array(MatchedVisit),
  /** Rooms of both in walking order. */
  rooms: z.array(Room),
  others: z.array(Room),
  /** Sheets on which rooms of the other visit are placed. */
  sheets: z.array(ViewerSheet),
  /** One for each of `rooms`. */
  matches: z.array(RoomMatch),
  can: Can,
});
export type VisitMatches = z.output<typeof VisitMatches>;

/** Data to undo a step: the rooms matched with each other before it, and the denials of that time. */
export const MatchUndo = z.object({
  /** Rooms that were one spot; a single room belonged to none. */
  spots: z.array(z.array(Id).min(1).max(limits.bulk)).max(limits.bulk),
  /** Denials made in this step. */
  denied: z.array(z.object({ id_room: Id, id_visit: Id })).max(limits.bulk),
  /** Denials revoked in this step. */
  allowed: z.array(z.object({ id_room: Id, id_visit: Id })).max(limits.bulk),
});
export type MatchUndo = z.output<typeof MatchUndo>;

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
  /** Of a page, for `web`, or of an external video, for `video` without a file. */
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

export const tourApi = defineApi(
  {
    "POST /api/rooms/{id}/hotspots": endpoint({
      access: { can: "room.edit", by: "id" },
      summary: "Add an arrow to another room of the visit; with `both`, that room gets an arrow back.",
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
      summary:
        "Move an arrow, rename it or change its destination. An outdated `version` fails with CONFLICT.",
      params: point,
      body: z.object({ id_target_room: Id, ...place, label, version }).partial(),
      response: Poi,
    }),
    "DELETE /api/rooms/{id}/hotspots/{point}": endpoint({
      access: { can: "room.edit", by: "id" },
      summary: "Delete an arrow.",
      params: point,
      response: Empty,
    }),
    "POST /api/rooms/{id}/infos": endpoint({
      access: { can: "room.edit", by: "id" },
      summary: "Add an information point to a room: text, a photo, a video or a link.",
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
      summary: "Update or move an information point. An outdated `version` fails with CONFLICT.",
      params: point,
      body: z.object({ ...info, version }).partial(),
      upload: { file: media },
      response: Poi,
    }),
    "DELETE /api/rooms/{id}/infos/{point}": endpoint({
      access: { can: "room.edit", by: "id" },
      summary: "Delete an information point.",
      params: point,
      response: Empty,
    }),
    "GET /api/visits/hotspot-visits": endpoint({
      access: { can: "room.view", by: "room_id" },
      summary: "List other visits with the rooms that match a room, or are likely to.",
      query: z.object({ room_id: Id, project_id: Id.optional() }),
      response: z.array(HotspotVisit),
    }),
    "PUT /api/visits/bind-hotspot": endpoint({
      access: { can: "room.edit", by: "id_room" },
      summary: "Match a room with one of another visit; without `id_target_room`, with the likeliest one.",
      body: z.object({ id_room: Id, id_visit: Id, id_target_room: Id.optional() }),
      response: z.object({ id_room: z.number(), id_visit: z.number(), id_target_room: z.number() }),
    }),
    "DELETE /api/visits/unbind-hotspot": endpoint({
      access: { can: "room.edit", by: "id_room" },
      summary: "Remove the match of a room with another visit.",
      body: z.object({ id_room: Id, id_visit: Id }),
      response: Empty,
    }),
    "GET /api/visits/{id}/matches": endpoint({
      access: { can: "visit.view", by: "id" },
      summary:
        "List confirmed and suggested matches between the rooms of two visits, by floor plan, likeness of the photos, GPS, name, walking order and time. Without `with`, the previous visit is used, else the next one.",
      params: IdParams,
      query: z.object({ with: Id.optional() }),
      response: VisitMatches,
    }),
    "PUT /api/visits/{id}/matches": endpoint({
      access: { can: "visit.edit", by: "id" },
      summary:
        "Set for several rooms which room of another visit shows the same spot (`same`), or that none does (`different`). The response contains what is needed to undo it.",
      params: IdParams,
      body: z.object({
        id_visit: Id,
        rooms: z
          .array(
            z.union([
              z.object({ id_room: Id, decision: z.literal("same"), id_target_room: Id }),
              z.object({ id_room: Id, decision: z.literal("different") }),
            ]),
          )
          .min(1)
          .max(limits.bulk),
      }),
      response: z.object({ same: z.number(), different: z.number(), undo: MatchUndo }),
    }),
    "POST /api/visits/{id}/matches/undo": endpoint({
      access: { can: "visit.edit", by: "id" },
      summary: "Undo a matching step, using the `undo` of its response.",
      params: IdParams,
      body: MatchUndo,
      response: Empty,
    }),
    "POST /api/visits/{id}/bind": endpoint({
      access: { can: "visit.edit", by: "id" },
      summary:
        "Match every room of a visit with the likeliest rooms of other visits. Existing matches stay unchanged.",
      params: IdParams,
      response: z.object({ bound: z.number(), left: z.number() }),
    }),
  },
  "visits",
);
