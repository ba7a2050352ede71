import { z } from "zod";
import { Empty, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

/** What of the record does not fit its seals. */
export const auditProblems = [
  // A line says something else than when it was sealed, is gone, or stands where none was.
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
  // A seal that this machine, or somebody outside, remembers is not there.
  "cut_off",
  "unknown_seal",
] as const;

export const AuditFinding = z.object({
  problem: z.enum(auditProblems),
  id_seal: z.number().nullable(),
  /** Of which part of the record the line is: of what was done, or of what was seen. */
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
  /** SHA-256, 64 hex digits. Whoever keeps it outside can tell later that nothing before it was changed or cut off. */
  hash: z.string(),
  sealed_at: Instant,
  lines: z.number(),
});
export type AuditSeal = z.output<typeof AuditSeal>;

export const auditApi = defineApi({
  "GET /api/audit": endpoint({
    access: "super_admin",
    summary: "How much of the record is sealed, and its newest seal.",
    response: z.object({
      newest: AuditSeal.nullable(),
      seals: z.number(),
      /** Sealed lines in all. */
      lines: z.number(),
      /** Committed and to be sealed within seconds. */
      waiting: z.number(),
    }),
  }),
  "GET /api/audit/check": endpoint({
    access: "super_admin",
    summary: "Compares the next stretch of the record with its seals; called again until `done`.",
    query: z.object({
      /** The seal that the last call ended with. */
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      /** A seal that somebody outside has kept: it must be there, too. */
      hash: Hash.optional(),
    }),
    response: z.object({
      up_to: z.number(),
      /** The newest seal: what `up_to` gets to. */
      of: z.number(),
      lines: z.number(),
      done: z.boolean(),
      findings: z.array(AuditFinding),
    }),
  }),
  "GET /api/audit/newest-seal": endpoint({
    access: "super_admin",
    summary: "The newest seal as a text, to be kept where nobody of this place reaches it.",
    response: Empty,
    download: "text/plain; charset=utf-8",
  }),
});
