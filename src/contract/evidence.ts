import { z } from "zod";
import { AuditFinding } from "./audit.ts";
import { Id, IdParams, Instant } from "./common.ts";
import { defineApi, type Endpoint, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { ProjectPerson } from "./projects.ts";

/** What evidence can be given of. */
export const evidenceKinds = ["room", "video", "sheet", "snag"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

const Sha256 = z.string();

/** One file that was brought, as it is kept. */
export const EvidenceFile = z.object({
  /** Names it among the files of its thing. */
  id: z.string(),
  /** As it was called where it came from; empty where nobody said. */
  name: z.string(),
  bytes: z.number(),
  /** Of the bytes as they are kept, 64 hex digits. */
  sha256: Sha256,
  /** False of pictures of snags: they are kept without what the camera wrote into them. */
  is_original: z.boolean(),
  /** Of the file as it came, where it is not the one that is kept. */
  came: z.object({ sha256: Sha256, bytes: z.number() }).nullable(),
  received_at: Instant,
  /** Null when nobody is known, or the account is gone. */
  received_by: ProjectPerson.nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** What the camera wrote into the file; nothing proves that its clock and its receiver were right. */
  camera: z.object({
    at: Instant.nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Metres above the sea. */
    altitude: z.number().nullable(),
  }),
  /** What was made from it here; the file itself stays as it is. */
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
  /** The visit of a room, the number of a snag; empty otherwise. */
  within: z.string(),
  link: z.string(),
  files: z.array(EvidenceFile),
  /** What was done, newest first, at most 200 lines; null for who may not read the project's log. */
  lines: z.array(EvidenceLine).nullable(),
  /** How many lines there are of what was done; null as above. */
  n_lines: z.number().nullable(),
  /** Who looked, newest first, at most 200 lines; null for who may not read that. Of a room: who looked at its visit. */
  seen: z.array(EvidenceLine).nullable(),
  /** How often it was looked at, counted once for a person and a quarter of an hour. */
  n_seen: z.number(),
  /** The seals over these lines, newest first. */
  seals: z.array(z.object({ id: z.number(), hash: Sha256, sealed_at: Instant })),
  /** What of these lines does not fit their seals by now. */
  findings: z.array(AuditFinding),
});
export type Evidence = z.output<typeof Evidence>;

export const FileCheck = z.object({
  id: z.string(),
  /** Whether the stored bytes are the same that came. */
  is_same: z.boolean(),
  /** Of the stored bytes as they were read just now; null when they are not there. */
  found: Sha256.nullable(),
});
export type FileCheck = z.output<typeof FileCheck>;

const Lang = z.object({ lang: Language.optional() });

const told = <const C extends Endpoint["access"]>(access: C, what: string) =>
  endpoint({
    access,
    summary: `Chain of custody of ${what}: its files with checksums, activity, views and seals.`,
    params: IdParams,
    response: Evidence,
  });

const sheet = <const C extends Endpoint["access"]>(access: C, what: string) =>
  endpoint({
    access,
    summary: `Chain-of-custody report of ${what} (PDF, A4).`,
    params: IdParams,
    query: Lang,
    response: z.object({}),
    download: "application/pdf",
    perMinute: 20,
  });

const check = <const C extends Endpoint["access"]>(access: C, what: string) =>
  endpoint({
    access,
    summary: `Verify the stored bytes of ${what} against the checksum of the upload.`,
    params: IdParams,
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
    "GET /api/evidence/rooms/{id}": told({ can: "room.view", by: "id" }, "a room's 360 photo"),
    "GET /api/evidence/rooms/{id}/sheet": sheet({ can: "room.view", by: "id" }, "a room's 360 photo"),
    "GET /api/evidence/rooms/{id}/original": original(
      { can: "room.download", by: "id" },
      "a room's 360 photo",
    ),
    "POST /api/evidence/rooms/{id}/check": check({ can: "room.view", by: "id" }, "a room's 360 photo"),
    "GET /api/evidence/videos/{id}": told({ can: "video.view", by: "id" }, "a video"),
    "GET /api/evidence/videos/{id}/sheet": sheet({ can: "video.view", by: "id" }, "a video"),
    "GET /api/evidence/videos/{id}/original": original({ can: "video.download", by: "id" }, "a video"),
    "POST /api/evidence/videos/{id}/check": check({ can: "video.view", by: "id" }, "a video"),
    "GET /api/evidence/sheets/{id}": told({ can: "sheet.view", by: "id" }, "a floor plan"),
    "GET /api/evidence/sheets/{id}/sheet": sheet({ can: "sheet.view", by: "id" }, "a floor plan"),
    "GET /api/evidence/sheets/{id}/original": original(
      { can: "sheet.view", by: "id" },
      "a floor plan or of an earlier version",
    ),
    "POST /api/evidence/sheets/{id}/check": check({ can: "sheet.view", by: "id" }, "a floor plan"),
    "GET /api/evidence/snags/{id}": told({ can: "snag.view", by: "id" }, "a snag"),
    "GET /api/evidence/snags/{id}/sheet": sheet({ can: "snag.view", by: "id" }, "a snag"),
    "POST /api/evidence/snags/{id}/check": check({ can: "snag.view", by: "id" }, "a snag's photos"),
  },
  "reports",
);
