import { z } from "zod";
import { AuditFinding } from "./audit.ts";
import { captureKinds } from "./choices.ts";
import { Captured, Empty, Id, IdParams, Instant } from "./common.ts";
import { DayParams } from "./diary.ts";
import { defineApi, type Endpoint, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";

/** Kinds of items that have a chain-of-custody report. */
export const evidenceKinds = ["room", "photo", "video", "sheet", "snag", "diary"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

const Sha256 = z.string();

/** One uploaded file, as stored. */
export const EvidenceFile = z.object({
  /** Identifies it among the files of its item: a number, `v1` for versions of floor plans, `voice 1` for voice notes. */
  id: z.string(),
  /** Its original name; empty if unknown. */
  name: z.string(),
  bytes: z.number(),
  /** Of the stored bytes, 64 hex digits. */
  sha256: Sha256,
  /** False for photos of snags and of the diary, stored without the camera's metadata, and for voice notes, stored in a playable form. */
  is_original: z.boolean(),
  /** Of the uploaded file, if the stored one differs. */
  came: z.object({ sha256: Sha256, bytes: z.number().nullable() }).nullable(),
  received_at: Instant,
  /** Null when unknown, or when the account was deleted. */
  received_by: ProjectPerson.nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The camera's metadata in the file; nothing proves that its clock and its receiver were right. */
  camera: z.object({
    at: Instant.nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Metres above sea level. */
    altitude: z.number().nullable(),
  }),
  /** Kept with it by a device before it was sent; null for files that were sent at once. */
  device: z
    .object({
      /** By the device's clock, which nothing proves to be right. */
      captured_at: Instant.nullable(),
      /** Milliseconds to add to it for the server's time, as measured by the device. */
      clock_offset: z.number().nullable(),
      /** Of the file as it was captured; the same as that of the uploaded file unless it was changed in between. */
      sha256: Sha256.nullable(),
      /** When the checksum arrived before the file; null when it came with it. */
      announced_at: Instant.nullable(),
    })
    .nullable(),
  /** Derived files; the file itself stays unchanged. */
  variants: z.array(z.object({ name: z.string(), bytes: z.number() })),
});
export type EvidenceFile = z.output<typeof EvidenceFile>;

export const EvidenceLine = z.object({
  id: z.number(),
  /** `subject.verb`. */
  action: z.string(),
  subject: z.string(),
  changed: z.array(z.string()),
  details: z.record(z.string(), z.string()),
  who: z.string(),
  is_guest: z.boolean(),
  at: Instant,
  id_seal: z.number().nullable(),
});
export type EvidenceLine = z.output<typeof EvidenceLine>;

export const Evidence = z.object({
  kind: z.enum(evidenceKinds),
  id: z.number(),
  name: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** The visit of a room, the number of a snag, the authors of a day of the diary; empty otherwise. */
  within: z.string(),
  link: z.string(),
  files: z.array(EvidenceFile),
  /** Actions, newest first, at most 200 entries; null for callers who may not read the project's log. */
  lines: z.array(EvidenceLine).nullable(),
  /** Total number of actions; null as above. */
  n_lines: z.number().nullable(),
  /** Views, newest first, at most 200 entries; null for callers who may not read them. For a room: views of its visit. */
  seen: z.array(EvidenceLine).nullable(),
  /** Number of views, at most one per user and quarter of an hour. */
  n_seen: z.number(),
  /** Seals over these entries, newest first. */
  seals: z.array(z.object({ id: z.number(), hash: Sha256, sealed_at: Instant })),
  /** Entries that do not match their seals. */
  findings: z.array(AuditFinding),
});
export type Evidence = z.output<typeof Evidence>;

export const FileCheck = z.object({
  id: z.string(),
  /** Whether the stored bytes equal the uploaded ones. */
  is_same: z.boolean(),
  /** Of the stored bytes as just read; null when they are missing. */
  found: Sha256.nullable(),
});
export type FileCheck = z.output<typeof FileCheck>;

const Lang = z.object({ lang: Language.optional() });

const told = <const C extends Endpoint["access"], P extends z.ZodObject>(
  access: C,
  what: string,
  params: P,
) =>
  endpoint({
    access,
    summary: `Chain of custody of ${what}: its files with checksums, activity, views and seals.`,
    params,
    response: Evidence,
  });

const sheet = <const C extends Endpoint["access"], P extends z.ZodObject>(
  access: C,
  what: string,
  params: P,
) =>
  endpoint({
    access,
    summary: `Chain-of-custody report of ${what} (PDF, A4).`,
    params,
    query: Lang,
    response: z.object({}),
    download: "application/pdf",
    perMinute: 20,
  });

const check = <const C extends Endpoint["access"], P extends z.ZodObject>(
  access: C,
  what: string,
  params: P,
) =>
  endpoint({
    access,
    summary: `Verify the stored bytes of ${what} against the checksum of the upload.`,
    params,
    response: z.object({ checked_at: Instant, files: z.array(FileCheck) }),
    status: 200,
    perMinute: 20,
  });

const original = <const C extends Endpoint["access"]>(access: C, what: string) =>
  endpoint({
    access,
    summary: `Original upload of ${what}, byte for byte.`,
    params: IdParams,
    query: z.object({ version: Id.optional() }),
    response: z.object({}),
    download: "application/octet-stream",
  });

export const evidenceApi = defineApi(
  {
    "GET /api/evidence/rooms/{id}": told({ can: "room.view", by: "id" }, "a room's 360 photo", IdParams),
    "GET /api/evidence/rooms/{id}/sheet": sheet(
      { can: "room.view", by: "id" },
      "a room's 360 photo",
      IdParams,
    ),
    "GET /api/evidence/rooms/{id}/original": original(
      { can: "room.download", by: "id" },
      "a room's 360 photo",
    ),
    "POST /api/evidence/rooms/{id}/check": check(
      { can: "room.view", by: "id" },
      "a room's 360 photo",
      IdParams,
    ),
    "GET /api/evidence/photos/{id}": told({ can: "photo.view", by: "id" }, "a photo", IdParams),
    "GET /api/evidence/photos/{id}/sheet": sheet({ can: "photo.view", by: "id" }, "a photo", IdParams),
    "GET /api/evidence/photos/{id}/original": original({ can: "photo.download", by: "id" }, "a photo"),
    "POST /api/evidence/photos/{id}/check": check({ can: "photo.view", by: "id" }, "a photo", IdParams),
    "GET /api/evidence/videos/{id}": told({ can: "video.view", by: "id" }, "a video", IdParams),
    "GET /api/evidence/videos/{id}/sheet": sheet({ can: "video.view", by: "id" }, "a video", IdParams),
    "GET /api/evidence/videos/{id}/original": original({ can: "video.download", by: "id" }, "a video"),
    "POST /api/evidence/videos/{id}/check": check({ can: "video.view", by: "id" }, "a video", IdParams),
    "GET /api/evidence/sheets/{id}": told({ can: "sheet.view", by: "id" }, "a floor plan", IdParams),
    "GET /api/evidence/sheets/{id}/sheet": sheet({ can: "sheet.view", by: "id" }, "a floor plan", IdParams),
    "GET /api/evidence/sheets/{id}/original": original(
      { can: "sheet.view", by: "id" },
      "a floor plan or of an earlier version",
    ),
    "POST /api/evidence/sheets/{id}/check": check({ can: "sheet.view", by: "id" }, "a floor plan", IdParams),
    "GET /api/evidence/snags/{id}": told({ can: "snag.view", by: "id" }, "a snag", IdParams),
    "GET /api/evidence/snags/{id}/sheet": sheet({ can: "snag.view", by: "id" }, "a snag", IdParams),
    "POST /api/evidence/snags/{id}/check": check({ can: "snag.view", by: "id" }, "a snag's photos", IdParams),
    "GET /api/evidence/projects/{id}/diary/{day}": told(
      { can: "project.view_snags", by: "id" },
      "a day of the site diary",
      DayParams,
    ),
    "GET /api/evidence/projects/{id}/diary/{day}/sheet": sheet(
      { can: "project.view_snags", by: "id" },
      "a day of the site diary",
      DayParams,
    ),
    "POST /api/evidence/projects/{id}/diary/{day}/check": check(
      { can: "project.view_snags", by: "id" },
      "the photos and voice notes of a day of the site diary",
      DayParams,
    ),
    "POST /api/evidence/captures": endpoint({
      access: "user",
      summary:
        "Announce checksums of what was made on a device, before it is sent itself: proof that it existed by then. Known ones stay as they are.",
      body: z.object({
        captures: z
          .array(
            z.object({
              ...Captured,
              guid: z.uuid().transform((guid) => guid.toLowerCase()),
              kind: z.enum(captureKinds),
            }),
          )
          .min(1)
          .max(200),
      }),
      response: Empty,
      status: 200,
      perMinute: 60,
    }),
  },
  "reports",
);
