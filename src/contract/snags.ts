import { z } from "zod";
import { bcfKinds, snagPhotoKinds, snagPriorities, snagSorts, snagStatuses } from "./choices.ts";
import { Can, Captured, calendarDay, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { ByLink } from "./crews.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/** `annotation` on the wire, snag in the field: a defect on site, tracked until it is closed. */
export const SnagPhoto = z.object({
  filename: z.string(),
  kind: z.enum(snagPhotoKinds),
  url: z.string(),
  thumbnail: z.string(),
  author: z.string(),
  created_at: z.string(),
  /** When it was taken, if it was kept on a device before it was sent. */
  captured_at: z.string().nullable(),
});
export type SnagPhoto = z.output<typeof SnagPhoto>;

/** A person who is invited to the project and has not answered. */
export const SnagInvited = z.object({ id_invitation: z.number(), name: z.string() });
export type SnagInvited = z.output<typeof SnagInvited>;

export const Snag = z.object({
  id: z.number(),
  id_annotation: z.number(),
  /** Sequential within the project, from 1; the number in use on site. Never reused. */
  number: z.number(),
  /** Permanent, lower-case UUID; its name in BCF files. */
  guid: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** Null for one pinned only on a floor plan. */
  id_visit: z.number().nullable(),
  visit: z.string(),
  visit_code: z.string().nullable(),
  id_room: z.number().nullable(),
  room: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.enum(snagStatuses),
  priority: z.enum(snagPriorities),
  trade: z.string(),
  /** User who is to fix it. */
  assignee: ProjectPerson.nullable(),
  /** Assigned before joining: becomes the assignee when the invitation is accepted. Never together with an assignee. */
  invited: SnagInvited.nullable(),
  /** Crew whose people answer by links, besides an assignee. */
  crew: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Reason of the crew while the status is `disputed`; empty if a member set that status. */
  dispute: z.string(),
  /** A day, `2026-11-21`, in the calendar of the site. */
  due_date: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Position in the room's picture, degrees; null when it is only on a floor plan. */
  yaw: z.number().nullable(),
  pitch: z.number().nullable(),
  /** Field of view when it was pinned, degrees. */
  fov: z.number().nullable(),
  /** Position on a sheet, 0..1 from its upper left corner. */
  id_sheet: z.number().nullable(),
  sheet: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** The room's picture as a small panorama; null without a room or until it is processed. */
  thumbnail: z.string().nullable(),
  author: ProjectPerson.nullable(),
  photos: z.array(SnagPhoto),
  comment_count: z.number(),
  /** Incremented by every change: a change that names an older one is rejected with CONFLICT. */
  version: z.number(),
  created_at: z.string(),
  /** When it was pinned, if it was kept on a device before it was sent; by the server's clock. */
  captured_at: z.string().nullable(),
  updated_at: z.string(),
  closed_at: z.string().nullable(),
  /** `view`, `edit` (all fields), `answer` (status except closed, comments, photos), `delete`. */
  can: Can,
});
export type Snag = z.output<typeof Snag>;

export const SnagComment = z.object({
  id: z.number(),
  text: z.string(),
  author: ProjectPerson.nullable(),
  created_at: z.string(),
  /** When it was written, if it was kept on a device before it was sent. */
  captured_at: z.string().nullable(),
  can: Can,
});
export type SnagComment = z.output<typeof SnagComment>;

/** One step in a snag's history. `changes`: values before and after by field, as displayed. */
export const SnagStep = z.object({
  id: z.number(),
  /** `not_applied`: a change made on a device, after which another user's change was found. */
  action: z.enum([
    "created",
    "changed",
    "commented",
    "photo_added",
    "photo_removed",
    "voice_added",
    "voice_removed",
    "imported",
    "not_applied",
    "answered",
  ]),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  author: ProjectPerson.nullable(),
  /** Sender of an answer by a link, which has no author. */
  by_link: ByLink.nullable(),
  created_at: z.string(),
  /** When it was done, if it was kept on a device before it was sent. */
  captured_at: z.string().nullable(),
});
export type SnagStep = z.output<typeof SnagStep>;

const day = calendarDay("snags.due_invalid");
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);

const fields = {
  title: z
    .string({ error: "snags.title_required" })
    .trim()
    .min(1, { error: "snags.title_required" })
    .max(limits.name),
  text: z.string().trim().max(limits.snag.text),
  status: z.enum(snagStatuses),
  priority: z.enum(snagPriorities),
  trade: z.string().trim().max(limits.snag.trade),
  id_assignee: Id.nullable(),
  /** An open invitation of the project, instead of an assignee. */
  id_invitation: Id.nullable(),
  /** A crew of the project; its people are sent their links. */
  id_crew: Id.nullable(),
  due_date: z.preprocess((value) => (value === "" ? null : value), day.nullable()),
  id_room: Id.nullable(),
  yaw: number(z.number().min(-180).max(180)).nullable(),
  pitch: number(z.number().min(-90).max(90)).nullable(),
  fov: number(z.number().min(1).max(179)).nullable(),
  id_sheet: Id.nullable(),
  x: number(z.number().min(0).max(1)).nullable(),
  y: number(z.number().min(0).max(1)).nullable(),
  /** Names of previously uploaded photos to attach to this snag. */
  filenames: z.array(z.string().max(100)).max(limits.snag.photos),
  /** The same for one. */
  filename: z.string().max(100),
};
const optional = z.object(fields).partial();
/** The values with which a change began: a field that has another value since is not changed. */
const from = optional.omit({ filenames: true, filename: true, fov: true });

/** One or several, comma-separated: `a,b`. */
const some = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .transform((text) => text.split(",").filter((one) => one !== ""))
    .pipe(z.array(z.enum(values)));

const narrowing = {
  id_project: Id.optional(),
  id_visit: Id.optional(),
  id_room: Id.optional(),
  id_sheet: Id.optional(),
  status: some(snagStatuses).optional(),
  priority: some(snagPriorities).optional(),
  trade: z.string().trim().max(limits.snag.trade).optional(),
  id_assignee: Id.optional(),
  id_crew: Id.optional(),
  /** Those assigned to the caller. */
  mine: Flag.optional(),
  overdue: Flag.optional(),
};

/** A photo by its name, as returned by an upload; nothing else is accepted. */
const Filename = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9]+\.webp$/, { error: "snags.photo_unknown" });

const Ids = z.array(Id).min(1).max(limits.bulk);
const commentParams = z.object({ id: Id, comment: Id });
const report = z.object({
  ...narrowing,
  id_project: Id,
  search: PageQuery.search,
  /** Only these, comma-separated: `1,2`. */
  ids: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .max(10_000)
    .transform((text) => text.split(",").map(Number))
    .optional(),
  lang: Language.optional(),
});

export const snagsApi = defineApi(
  {
    "GET /api/annotations": endpoint({
      access: "user",
      summary: "Snags that the caller may view, with counts per status that ignore the status filter.",
      reads: "replica",
      query: z.object({ ...PageQuery, ...narrowing, sort: z.enum(snagSorts).default("number") }),
      response: page(Snag).extend({
        /** 0 where so many match that they are not counted. */
        counts: z.record(z.enum(snagStatuses), z.number()),
        /** More snags match than `total` counts. */
        is_more: z.boolean().optional(),
      }),
    }),
    "GET /api/annotations/choices": endpoint({
      access: { can: "project.view", by: "id_project" },
      summary:
        "Possible assignees of a project (members and open invitations), and the trades used in it so far.",
      query: z.object({ id_project: Id }),
      response: z.object({
        people: z.array(ProjectPerson),
        invited: z.array(SnagInvited),
        crews: z.array(z.object({ id: z.number(), name: z.string(), trade: z.string() })),
        trades: z.array(z.string()),
      }),
    }),
    "GET /api/annotations/{id}": endpoint({
      access: { can: "snag.view", by: "id" },
      summary: "One snag.",
      params: IdParams,
      response: Snag,
    }),
    "POST /api/annotations": endpoint({
      access: { can: "visit.add_snag", by: "id_visit" },
      summary:
        "Create a snag in a room of a visit, and on a floor plan when the room has a position on one or a position is sent.",
      body: z.object({ id_visit: Id, ...optional.required({ title: true }).shape, ...Captured }),
      response: Snag,
      status: 201,
    }),
    "POST /api/maps/{id}/annotations": endpoint({
      access: { can: "sheet.add_snag", by: "id" },
      summary: "Create a snag on a floor plan, without a room.",
      params: IdParams,
      body: optional.required({ title: true, x: true, y: true }).extend(Captured),
      response: Snag,
      status: 201,
    }),
    "POST /api/photos/{id}/snags": endpoint({
      access: { can: "photo.add_snag", by: "id" },
      summary: "Create a snag from a photo: it gets the photo, its room, and its position on the floor plan.",
      params: IdParams,
      body: optional
        .pick({
          title: true,
          text: true,
          priority: true,
          trade: true,
          id_assignee: true,
          id_invitation: true,
          id_crew: true,
          due_date: true,
        })
        .required({ title: true }),
      response: Snag,
      status: 201,
    }),
    "PUT /api/annotations/{id}": endpoint({
      access: { can: "snag.answer", by: "id" },
      summary:
        "Update a snag; only the fields sent change. Callers who may only answer it can change its status and add photos. With `from`, the values with which the change began, it is merged field by field: CONFLICT names a field that has another value since, with that value, its author and time.",
      params: IdParams,
      body: optional.extend({
        version: z.coerce.number().int().optional(),
        from: from.optional(),
        ...Captured,
      }),
      response: Snag,
    }),
    "PUT /api/annotations/bulk": endpoint({
      access: "user",
      summary: "Update several snags in one transaction: all of them, or none.",
      body: z.object({
        ids: Ids,
        ...optional.pick({
          status: true,
          priority: true,
          trade: true,
          id_assignee: true,
          id_invitation: true,
          id_crew: true,
          due_date: true,
        }).shape,
      }),
      response: z.object({ ids: z.array(z.number()) }),
    }),
    "DELETE /api/annotations/{id}": endpoint({
      access: { can: "snag.delete", by: "id" },
      summary: "Delete a snag.",
      params: IdParams,
      response: Empty,
    }),
    "POST /api/annotations/file": endpoint({
      access: { can: "visit.add_snag_photo", by: "id_visit" },
      summary: "Upload a photo for an existing snag (`id_annotation`) or for one about to be created.",
      body: z.object({
        id_visit: Id,
        id_annotation: Id.optional(),
        kind: z.enum(snagPhotoKinds).default("before"),
      }),
      upload: {
        file: {
          maxBytes: limits.snag.photo.bytes,
          tooLarge: "IMAGE_TOO_LARGE",
          accept: ["image/jpeg", "image/png", "image/webp"],
        },
      },
      response: SnagPhoto,
    }),
    "POST /api/annotations/{id}/photos": endpoint({
      access: { can: "snag.answer", by: "id" },
      summary:
        "Add a photo to a snag, also to one without a room. It comes with the request or as an upload in parts.",
      params: IdParams,
      body: z.object({
        kind: z.enum(snagPhotoKinds).default("before"),
        /** A photo that was uploaded in parts (`/api/uploads`, metadata `kind` = `attachment` and `id_project`). */
        upload: z.uuid().optional(),
        ...Captured,
      }),
      upload: {
        file: {
          optional: true,
          maxBytes: limits.snag.photo.bytes,
          tooLarge: "IMAGE_TOO_LARGE",
          accept: ["image/jpeg", "image/png", "image/webp"],
        },
      },
      response: Snag,
      status: 201,
    }),
    "DELETE /api/annotations/file/delete": endpoint({
      access: { can: "visit.add_snag_photo", by: "id_visit" },
      summary: "Delete an own photo, or any photo as an editor of snags.",
      query: z.object({ id_visit: Id, filename: Filename }),
      response: Empty,
    }),
    "DELETE /api/annotations/{id}/photos": endpoint({
      access: { can: "snag.answer", by: "id" },
      summary: "Delete a photo of a snag.",
      params: IdParams,
      query: z.object({ filename: Filename }),
      response: Snag,
    }),
    "GET /api/annotations/{id}/comments": endpoint({
      access: { can: "snag.view", by: "id" },
      summary: "Comments of a snag, oldest first.",
      params: IdParams,
      response: z.array(SnagComment),
    }),
    "POST /api/annotations/{id}/comments": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary: "Comment on a snag.",
      params: IdParams,
      body: z.object({
        text: z
          .string({ error: "snags.comment_required" })
          .trim()
          .min(1, { error: "snags.comment_required" })
          .max(limits.snag.comment),
        ...Captured,
      }),
      response: SnagComment,
      status: 201,
    }),
    "DELETE /api/annotations/{id}/comments/{comment}": endpoint({
      access: { can: "snag.comment", by: "id" },
      summary: "Delete an own comment, or any comment as an editor of snags.",
      params: commentParams,
      response: Empty,
    }),
    "GET /api/annotations/{id}/history": endpoint({
      access: { can: "snag.view", by: "id" },
      summary: "History of a snag, newest first.",
      params: IdParams,
      response: z.array(SnagStep),
    }),
    "GET /api/annotations/report/pdf": endpoint({
      access: { can: "project.view_snags", by: "id_project" },
      summary:
        "Snag report as PDF: each snag with crops of its 360 photo and floor plan, and a QR code that opens it.",
      query: report,
      download: "application/pdf",
      response: Empty,
      perMinute: 10,
    }),
    "GET /api/annotations/report/xlsx": endpoint({
      access: { can: "project.view_snags", by: "id_project" },
      summary: "Snag list as an Excel workbook.",
      query: report,
      download: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      response: Empty,
      perMinute: 10,
    }),
    "GET /api/annotations/report/bcf": endpoint({
      access: { can: "project.view_snags", by: "id_project" },
      summary: "Snag list as BCF 2.1 or 3.0.",
      query: report.extend({ version: z.enum(["2.1", "3.0"]).default("3.0") }),
      download: "application/octet-stream",
      response: Empty,
      perMinute: 10,
    }),
    "POST /api/annotations/import": endpoint({
      access: { can: "project.add_snag", by: "id_project" },
      summary:
        "Import a BCF file: topics with a known GUID update their snag, others become snags. Data without a field in a snag is kept and written back on export.",
      body: z.object({ id_project: Id }),
      upload: {
        file: {
          maxBytes: limits.snag.bcf.bytes,
          tooLarge: "FILE_TOO_LARGE",
          accept: [".bcf", ".bcfzip", "application/zip"],
        },
      },
      response: z.object({
        created: z.number(),
        updated: z.number(),
        unchanged: z.number(),
        /** Topics that could not be read, with the reason's key. */
        skipped: z.array(z.object({ topic: z.string(), reason: z.string() })),
        /** Snapshots that become photos of their snags within the next minutes. */
        photos: z.number(),
        /** Contents stored without being displayed, with the number of topics that have them. */
        kept: z.array(z.object({ kind: z.enum(bcfKinds), topics: z.number() })),
        /** Files that are too large or too many, and were not stored. */
        left: z.number(),
      }),
    }),
  },
  "snags",
);
