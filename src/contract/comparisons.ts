import { z } from "zod";
import { Id, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";

/** Pairs of one report. */
export const comparisonsMost = 100;
/** Characters of the caption of a pair. */
export const captionLength = 300;

const twice = { error: "comparisons.room_twice" };
const areDifferent = (rooms: readonly unknown[]) => new Set(rooms).size === rooms.length;

/** One spot in two visits. */
export const ComparedSpot = z.object({
  /** Its rooms in the first and in the second visit. */
  id_room: z.number(),
  id_other_room: z.number(),
  /** Name in the second visit, else in the first. */
  name: z.string(),
  /** Floor plan and floor; empty for a spot on none. */
  floor: z.string(),
  /** Open snags in the two rooms; 0 for callers who may not see snags. */
  snags: z.number(),
});
export type ComparedSpot = z.output<typeof ComparedSpot>;

const visits = { first: Id, second: Id };

export const comparisonsApi = defineApi(
  {
    "GET /api/projects/{id}/comparisons": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Spots that both of two visits show, in the walking order of the first, at most 500.",
      params: IdParams,
      query: z.object(visits),
      response: z.object({ items: z.array(ComparedSpot) }),
    }),
    "GET /api/projects/{id}/comparisons/pdf": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary:
        "Two visits side by side as PDF, one spot below the other: of the given rooms of the first visit (ids, separated by commas), else of all spots that both show. `other` names the room of the second visit for a single room.",
      params: IdParams,
      query: z.object({
        ...visits,
        rooms: z
          .string()
          .max(2000)
          .regex(/^\d{1,15}(?:,\d{1,15})*$/)
          .refine((rooms) => areDifferent(rooms.split(",").map(Number)), twice)
          .optional(),
        other: Id.optional(),
        /** Direction in degrees, clockwise from north; without it, ahead in the first photo. */
        bearing: z.coerce.number().min(-720).max(720).optional(),
        pitch: z.coerce.number().min(-85).max(85).default(0),
        /** Vertical field of view in degrees. */
        fov: z.coerce.number().min(30).max(90).default(70),
        /** Degrees by which the second photo is turned further. */
        offset: z.coerce.number().min(-180).max(180).default(0),
        lang: Language.optional(),
      }),
      download: "application/pdf",
      response: z.object({}),
    }),
    "POST /api/projects/{id}/comparisons/pdf": endpoint({
      access: { can: "project.view_visits", by: "id" },
      // Nothing is stored or changed: the captions are too long for an address.
      openToDemo: true,
      whenOverdue: "open",
      summary:
        "The same with a caption for each pair: of the given rooms of the first visit, else of all spots that both show. Captions name rooms of the first visit that are printed. Nothing is stored.",
      params: IdParams,
      body: z.object({
        ...visits,
        rooms: z.array(Id).min(1).max(comparisonsMost).refine(areDifferent, twice).optional(),
        captions: z
          .array(
            z.object({
              id_room: Id,
              text: z.string().trim().max(captionLength, { error: "comparisons.caption_long" }),
            }),
          )
          .max(comparisonsMost)
          .default([]),
        lang: Language.optional(),
      }),
      download: "application/pdf",
      response: z.object({}),
    }),
  },
  "visits",
);
