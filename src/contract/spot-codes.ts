import { z } from "zod";
import { Can, Code, Flag, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";
import { labelLayouts, spotCodeLimits as limits } from "./spot-codes.labels.ts";

/** A position that several visits show, and the code of its label, if it has one. */
export const Spot = z.object({
  /** Of its newest room, or below zero of its code: distinct in one list. */
  id: z.number(),
  /** Its newest room; null for a code whose rooms are all gone. */
  id_room: z.number().nullable(),
  /** Name of that room, else of the last one. */
  name: z.string(),
  sheet: z.object({ id: z.number(), name: z.string(), floor: z.string() }).nullable(),
  /** Newest visit that shows it. */
  visit: z.object({ code: z.string(), name: z.string(), visit_date: z.string() }).nullable(),
  label: z
    .object({
      id: z.number(),
      /** As printed on the label; per project. */
      number: z.number(),
      code: z.string(),
      created_at: z.string(),
      /** Null for callers who may not see who scans. */
      scans: z.number().nullable(),
      last_scan: z.object({ at: z.string(), person: ProjectPerson.nullable() }).nullable(),
    })
    .nullable(),
});
export type Spot = z.output<typeof Spot>;

/** The target of a scanned code. Its code is no right: nothing here that the caller could not open without it. */
export const ScannedSpot = z.object({
  /** `revoked`: for members only. `empty`: no 360 photo of the position is left. */
  state: z.enum(["open", "empty", "revoked"]),
  number: z.number(),
  name: z.string(),
  /** Null for callers who are not in the project. */
  id_project: z.number().nullable(),
  project: z.string(),
  /** Null unless it is open. */
  visit: z.object({ id: z.number(), code: z.string(), name: z.string(), visit_date: z.string() }).nullable(),
  id_room: z.number().nullable(),
  /** Thumbnail of the newest 360 photo. */
  thumbnail: z.string().nullable(),
  /** `add_snag`, `add_photo`, `add_room`; all false for guests. */
  can: Can,
});
export type ScannedSpot = z.output<typeof ScannedSpot>;

const Project = z.object({ id: Id });
/** The spots of a list: those of a floor plan (`sheet`, 0 for none), by name or label number. */
const filters = { search: PageQuery.search, sheet: z.coerce.number().int().min(0).optional() };
const ids = z.array(Id).min(1).max(limits.perCall);

export const spotCodesApi = defineApi(
  {
    "GET /api/projects/{id}/spot-codes": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary:
        "The spots of a project, in walking order of its newest visits, with the codes of their labels.",
      params: Project,
      query: z.object({ ...PageQuery, ...filters, has_code: Flag.optional() }),
      response: page(Spot).extend({
        sheets: z.array(z.object({ id: z.number(), name: z.string(), floor: z.string(), spots: z.number() })),
        counts: z.object({ spots: z.number(), codes: z.number() }),
        /** `create`: create and revoke codes. `view_scans`: see who scanned. `timelapse`: make videos of spots. */
        can: Can,
      }),
    }),
    "GET /api/projects/{id}/spot-codes/labels": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary:
        "A sheet of labels as PDF: of the given codes (ids, separated by commas), else of all that match the filters. `start` is the first free label of a partly used sheet, from 1.",
      params: Project,
      query: z.object({
        layout: z.enum(labelLayouts).default("a4-21"),
        lang: Language.optional(),
        start: z.coerce.number().int().min(1).max(limits.labelsPerPage).default(1),
        codes: z
          .string()
          .max(20_000)
          .regex(/^\d{1,15}(?:,\d{1,15})*$/)
          .optional(),
        ...filters,
      }),
      download: "application/pdf",
      response: z.object({}),
    }),
    "GET /api/projects/{id}/spot-codes/{spot_code}/scans": endpoint({
      access: { can: "project.view_access", by: "id" },
      summary: "Scans of a code by signed-in users, newest first.",
      params: Project.extend({ spot_code: Id }),
      query: z.object({ page: PageQuery.page, per_page: PageQuery.per_page }),
      response: page(z.object({ id: z.number(), at: z.string(), person: ProjectPerson.nullable() })),
    }),
    "POST /api/projects/{id}/spot-codes/revoke": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary: "Revoke codes: their labels stop working permanently, and their spots can get new ones.",
      params: Project,
      body: z.object({ codes: ids }),
      response: z.object({ revoked: z.number() }),
    }),
    "POST /api/projects/{id}/spot-codes": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary:
        "Create codes for spots that have none: those of the given rooms, or without `rooms` all that match the filters.",
      params: Project,
      body: z.object({ rooms: ids.optional(), ...filters }),
      status: 201,
      /** `codes`: ids of the new codes. */
      response: z.object({ created: z.number(), codes: z.array(z.number()) }),
    }),
    "GET /api/spot-codes/{code}": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "The spot that a label names, on the newest date that the caller may open. Anything else is NOT_FOUND; a revoked code is named as such to members of its project only.",
      params: z.object({ code: Code }),
      response: ScannedSpot,
    }),
    "POST /api/spot-codes/{code}/scans": endpoint({
      access: "user",
      summary: "Record that the caller scanned a label; several times within a minute count once.",
      params: z.object({ code: Code }),
      status: 201,
      response: z.object({ recorded: z.boolean() }),
      openToDemo: true,
      whenOverdue: "open",
    }),
  },
  "visits",
);
