import { z } from "zod";
import { Can, Captured, Empty, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { photoLimits as limits, photoTypes } from "./photos.limits.ts";
import { ProjectPerson } from "./projects.ts";

/**
 * Source of the capture time: `camera` wrote it with its time zone, `clock`: the camera wrote a local time, read in the
 * sender's time zone; `upload`: the time of arrival; `user`: entered by hand.
 */
const photoTimes = ["camera", "clock", "device", "upload", "user"] as const;

const Position = z.object({
  id_sheet: z.number(),
  /** 0..1 from the floor plan's upper left corner. */
  x: z.number(),
  y: z.number(),
});

/** Location that the camera wrote into the file: a proposal, applied by no one but a user. */
const PhotoProposal = z.object({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Error in metres; null if the camera did not record it. */
  accuracy: z.number().nullable(),
  /** Degrees clockwise from north, -180 to 180; null if the camera did not record it. */
  heading: z.number().nullable(),
});

/** A photo of the site that is not a 360 photo. */
export const Photo = z.object({
  id: z.number(),
  /** Chosen by the client that added it; the same value adds no second photo. */
  guid: z.string(),
  id_project: z.number(),
  caption: z.string(),
  /** Name of the uploaded file. */
  file: z.string(),
  bytes: z.number(),
  /** SHA-256 of the uploaded file. */
  sha256: z.string(),
  taken_at: z.string(),
  taken_from: z.enum(photoTimes),
  /** At most 2560 pixels wide and high, upright, without the camera's metadata. */
  url: z.string(),
  /** 480x360. */
  thumbnail: z.string(),
  /** Address of the uploaded file, for callers who may download it; each download is recorded. */
  original: z.string().nullable(),
  author: ProjectPerson.nullable(),
  visit: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  room: z.object({ id: z.number(), name: z.string() }).nullable(),
  position: Position.extend({ sheet: z.string(), floor: z.string() }).nullable(),
  /** Direction of the view, degrees clockwise from north, -180 to 180. */
  heading: z.number().nullable(),
  /** Null once it was accepted or ignored, and for a file without a location. */
  proposal: PhotoProposal.nullable(),
  /** Incremented by every change: a change that names an older one is rejected with CONFLICT. */
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Photo = z.output<typeof Photo>;

/** Forms send text: an empty field is no value. */
const number = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value), schema);
const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());
const Share = number(z.number().min(0).max(1));
const Heading = number(z.number().min(-180).max(180));
const TakenAt = z
  .string()
  .refine((value) => Instant.safeParse(value).success, { error: "photos.date_invalid" });

const fields = {
  caption: z.string().trim().max(limits.caption),
  taken_at: TakenAt,
  /** A visit of the project. */
  id_visit: orNull(Id),
  /** A room of the visit. Without a position of its own, the photo takes that of the room. */
  id_room: orNull(Id),
  /** A floor plan of the project, with `x` and `y`; null removes the position. */
  id_sheet: orNull(Id),
  x: orNull(Share),
  y: orNull(Share),
  heading: orNull(Heading),
};

/** Name of a time zone, as in `Asia/Riyadh`; days of the list and times of cameras without one are read in it. */
const Zone = z.string().max(64);

const filters = {
  search: PageQuery.search,
  /** 0: photos without a position. */
  sheet: z.coerce.number().int().min(0).optional(),
  id_visit: Id.optional(),
  id_room: Id.optional(),
  /** Photos at the spot of this room: added there, or within three metres on its floor plan. */
  at_room: Id.optional(),
  author: Id.optional(),
  from: z.iso.date({ error: "photos.date_invalid" }).optional(),
  to: z.iso.date({ error: "photos.date_invalid" }).optional(),
  zone: Zone.optional(),
};

const Project = z.object({ id: Id });

export const photosApi = defineApi(
  {
    "GET /api/projects/{id}/photos": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Photos of a project that are not 360 photos, newest first by capture time.",
      reads: "replica",
      params: Project,
      query: z.object({ ...PageQuery, ...filters }),
      response: page(Photo).extend({
        /** Of all photos of the project; `id` 0 for those without a position. */
        sheets: z.array(
          z.object({ id: z.number(), name: z.string(), floor: z.string(), photos: z.number() }),
        ),
        authors: z.array(z.object({ id_user: z.number(), name: z.string(), photos: z.number() })),
        /** `add`: add photos. */
        can: Can,
      }),
    }),
    "GET /api/projects/{id}/photos/days": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: "Days on which photos were taken, newest first, in the given time zone.",
      params: Project,
      query: z.object({ zone: Zone.optional(), at_room: Id.optional() }),
      response: z.object({ items: z.array(z.object({ day: z.string(), photos: z.number() })) }),
    }),
    "GET /api/projects/{id}/photos/pdf": endpoint({
      access: { can: "project.view_visits", by: "id" },
      summary: `A report of the photos that match the filters as a PDF, ${limits.report} at most, in the caller's language or in \`lang\`.`,
      params: Project,
      query: z.object({ lang: Language.optional(), ...filters }),
      download: "application/pdf",
      response: Empty,
    }),
    "POST /api/projects/{id}/photos": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary:
        "Add a photo to a project; or, as JSON, create it from a finished resumable upload. Without `taken_at`, the camera's time counts, else `captured_at`, else the time of arrival. A repeated call with the same `guid` returns the first photo.",
      params: Project,
      body: z
        .object(fields)
        .partial()
        .extend({
          ...Captured,
          zone: Zone.optional(),
          /** Replaces the file: the last part of the address of a finished upload below `/api/uploads`. */
          upload: z.uuid().optional(),
        }),
      upload: {
        file: {
          maxBytes: limits.bytes,
          tooLarge: "IMAGE_TOO_LARGE",
          accept: photoTypes,
          optional: true,
        },
      },
      response: Photo,
      status: 201,
    }),
    "POST /api/projects/{id}/photos/restore": endpoint({
      access: { can: "project.add_visit", by: "id" },
      summary: "Restore deleted photos from the bin, where they are kept for 30 days.",
      params: Project,
      body: z.object({ photos: z.array(Id).min(1).max(limits.perCall) }),
      response: z.object({ restored: z.number() }),
    }),
    "GET /api/photos/{id}": endpoint({
      access: { can: "photo.view", by: "id" },
      summary:
        "Get a photo, and where on the project's floor plans its location lies, if that can be computed.",
      params: IdParams,
      response: Photo.extend({
        /** Where the location of the proposal lies on floor plans with rooms of known location. */
        proposed: z.array(Position),
      }),
    }),
    "PUT /api/photos/{id}": endpoint({
      access: { can: "photo.edit", by: "id" },
      summary:
        "Update a photo; only the fields sent change. `proposal` answers the camera's location: `accepted` with the position that was set, or `ignored`.",
      params: IdParams,
      body: z
        .object(fields)
        .partial()
        .extend({
          proposal: z.enum(["accepted", "ignored"]).optional(),
          version: z.coerce.number().int().optional(),
        }),
      response: Photo,
    }),
    "DELETE /api/photos/{id}": endpoint({
      access: { can: "photo.delete", by: "id" },
      summary: "Move a photo to the bin.",
      params: IdParams,
      response: Empty,
    }),
  },
  "visits",
);
