import { z } from "zod";
import { Code, Id } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Room } from "./visits.ts";

/** A visit as a guest may see it: no people, no addresses beyond the project's name. */
export const ViewerVisit = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  project: z.string(),
  visit_date: z.string(),
  rooms: z.array(Room),
});
export type ViewerVisit = z.output<typeof ViewerVisit>;

/** A point in a picture that leads somewhere or tells something. */
export const Poi = z.object({
  id: z.number(),
  kind: z.enum(["link"]),
  yaw: z.number(),
  pitch: z.number(),
  label: z.string(),
  /** The room a link leads to. */
  id_room: z.number().nullable(),
});
export type Poi = z.output<typeof Poi>;

export const viewerApi = defineApi({
  "GET /api/viewer-visit": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "The visit that a share link opens, with the rooms that can be shown.",
    query: z.object({ code: Code, poi: z.string().max(100).optional() }),
    response: ViewerVisit,
  }),
  "GET /api/viewer-room-pois": endpoint({
    access: "public",
    closesWith: "viewer",
    summary: "The points in one room of a shared visit.",
    query: z.object({ code: Code, id_room: Id, edit_room: z.string().max(10).optional() }),
    response: z.array(Poi),
  }),
});
