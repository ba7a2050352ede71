import { z } from "zod";
import { poiKinds, snagPriorities, snagStatuses } from "./choices.ts";
import { Can, Code, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Picture, Room } from "./visits.ts";

/** A sheet next to the picture, with the rooms of this visit placed on it. Positions are 0..1 of the sheet. */
export const ViewerSheet = z.object({
  id_sheet: z.number(),
  name: z.string(),
  floor: z.string(),
  image: z.string(),
  /** Direction of north in degrees, clockwise from the sheet's upper edge. */
  north: z.number(),
  rooms: z.array(
    z.object({
      id_room: z.number(),
      x: z.number(),
      y: z.number(),
      /** Direction of the picture's centre on the sheet, in degrees; null: derived from its north and the sheet's. */
      heading: z.number().nullable(),
    }),
  ),
});
export type ViewerSheet = z.output<typeof ViewerSheet>;

/** A visit as visible to a guest: no users, no addresses beyond the project's name. */
export const ViewerVisit = z.object({
  code: z.string(),
  /** Record ids for callers who may edit; null for guests. */
  id_visit: z.number().nullable(),
  id_project: z.number().nullable(),
  name: z.string(),
  description: z.string(),
  project: z.string(),
  visit_date: z.string(),
  rooms: z.array(Room),
  sheets: z.array(ViewerSheet),
  /** Whether there are other dates that this viewer may see. */
  has_history: z.boolean(),
  /** Whether a walk with the visit's rooms is placed on floor plans. */
  has_walk: z.boolean(),
  /** `edit` (points, north, bindings), `add_snag`, `add_snapshot`, `share`; all false for guests. */
  can: Can,
});
export type ViewerVisit = z.output<typeof ViewerVisit>;

/** A point in a picture that links to a room or shows information. */
export const Poi = z.object({
  /** Unique within its kind. */
  id: z.number(),
  kind: z.enum(poiKinds),
  yaw: z.number(),
  pitch: z.number(),
  label: z.string(),
  /** The room that a link leads to. */
  id_room: z.number().nullable(),
  /** Its text. */
  text: z.string(),
  /** Of an external page or video. */
  url: z.string().nullable(),
  /** Of its own photo or video. */
  media: z.string().nullable(),
  /** Of a snag. */
  number: z.number().nullable(),
  status: z.enum(snagStatuses).nullable(),
  priority: z.enum(snagPriorities).nullable(),
  /** Incremented by every change. */
  version: z.number(),
  /** A link that the product proposes by the order of the walk or the floor plan, until a user changes it. */
  is_proposed: z.boolean(),
});
export type Poi = z.output<typeof Poi>;

/** The walks on which the rooms of a visit were created, as placed on its floor plans. */
export const ViewerWalks = z.object({
  lines: z.array(
    z.object({
      id_sheet: z.number(),
      /** The positions may be wrong by more than a metre. */
      is_uncertain: z.boolean(),
      /** 0..1 of the floor plan. */
      points: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
  /** From a room to a room before or after it on a walk, in both directions. */
  steps: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      /** Degrees clockwise from the floor plan's upper edge; null between floors. */
      heading: z.number().nullable(),
      /** Whether it goes on in the direction of the walk. */
      is_onward: z.boolean(),
    }),
  ),
});
export type ViewerWalks = z.output<typeof ViewerWalks>;
export type WalkStep = ViewerWalks["steps"][number];

/** The current spot at another date. */
export const Moment = z.object({
  code: z.string(),
  visit: z.string(),
  visit_date: z.string(),
  id_room: z.number(),
  room: z.string(),
  /** Yaw of north in the picture, degrees. */
  north: z.number(),
  /** Whether north is known; otherwise `north` is 0 and meaningless. */
  has_north: z.boolean(),
  picture: Picture,
});
export type Moment = z.output<typeof Moment>;

/** A visit of another date, for selecting the room to compare with. */
export const ViewerDate = z.object({
  code: z.string(),
  visit: z.string(),
  visit_date: z.string(),
  /** Rooms with a processed photo. */
  room_count: z.number(),
  /** The room known to show the same spot. */
  id_room: z.number().nullable(),
  /** The room that may show it, by the order of both walks, time, name and position; of the nearest visits only. */
  likely: z.number().nullable(),
});
export type ViewerDate = z.output<typeof ViewerDate>;

export const viewerApi = defineApi(
  {
    "GET /api/viewer-visit": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "Get the visit behind a share link, with the rooms that can be shown. Fails with VISIT_PASSWORD until unlocked, and with VISIT_EXPIRED after expiry.",
      query: z.object({ code: Code, poi: z.string().max(100).optional() }),
      response: ViewerVisit,
    }),
    "GET /api/viewer-room-pois": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "List the points in a room of a shared visit. Snags are included if the caller may view them; `edit_room` has no effect without edit permission.",
      query: z.object({ code: Code, id_room: Id, edit_room: z.string().max(10).optional() }),
      response: z.array(Poi),
    }),
    "GET /api/viewer-timeline": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "List the dates of the spot that a room shows, oldest first, including this one: matched rooms, else the nearest on the same floor plan, else rooms of the same name. The room belongs to the visit, or to a date reachable from it.",
      query: z.object({ code: Code, id_room: Id }),
      response: z.array(Moment),
    }),
    "GET /api/viewer-walks": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "Get the lines of the walk videos of a shared visit on its floor plans, and the steps from room to room along them. Empty without permission to view floor plans.",
      query: z.object({ code: Code }),
      response: ViewerWalks,
    }),
    "GET /api/viewer-dates": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "List the visits that a room of a shared visit can be compared with, nearest in time first, each with the room that shows, or may show, the same spot.",
      query: z.object({ code: Code, id_room: Id }),
      response: z.array(ViewerDate),
    }),
  },
  "visits",
);
