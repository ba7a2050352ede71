import { z } from "zod";
import { Empty, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

/** Ways in which the audit log can differ from its seals. */
export const auditProblems = [
  // An entry was changed, removed or added after sealing.
  "line_changed",
  "line_missing",
  "line_added",
  // The seal over a line is gone.
  "seal_missing",
  // Seals are missing between two, one does not name the one before it, was changed, or was not made by this installation.
  "seals_missing",
  "chain_broken",
  "seal_changed",
  "not_ours",
  // A seal that was stored on this machine or outside is missing.
  "cut_off",
  "unknown_seal",
] as const;

export const AuditFinding = z.object({
  problem: z.enum(auditProblems),
  id_seal: z.number().nullable(),
  /** The part of the log that the entry belongs to: actions or views. */
  source: z.enum(["activity", "seen"]).nullable(),
  id_line: z.number().nullable(),
});
export type AuditFinding = z.output<typeof AuditFinding>;

const Hash = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, { error: "audit.hash_invalid" });

export const AuditSeal = z.object({
  id: z.number(),
  /** SHA-256, 64 hex digits. Stored outside, it proves later that no earlier entry was changed or removed. */
  hash: z.string(),
  sealed_at: Instant,
  lines: z.number(),
});
export type AuditSeal = z.output<typeof AuditSeal>;

export const auditApi = defineApi({
  "GET /api/audit": endpoint({
    access: "super_admin",
    summary: "State of the audit log: sealed entries and the latest seal.",
    response: z.object({
      newest: AuditSeal.nullable(),
      seals: z.number(),
      /** Total number of sealed entries. */
      lines: z.number(),
      /** Committed entries that will be sealed within seconds. */
      waiting: z.number(),
    }),
  }),
  "GET /api/audit/check": endpoint({
    access: "super_admin",
    summary: "Verify the next part of the audit log against its seals; repeat until `done`.",
    query: z.object({
      /** The last seal of the previous call. */
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      /** A seal stored outside, which must still exist. */
      hash: Hash.optional(),
    }),
    response: z.object({
      up_to: z.number(),
      /** The latest seal, which `up_to` reaches in the end. */
      of: z.number(),
      lines: z.number(),
      done: z.boolean(),
      findings: z.array(AuditFinding),
    }),
  }),
  "GET /api/audit/newest-seal": endpoint({
    access: "super_admin",
    summary: "Download the latest seal as text, to be stored outside this installation.",
    response: Empty,
    download: "text/plain; charset=utf-8",
  }),
});
