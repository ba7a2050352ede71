import type { Generated } from "kysely";

/** The source of a sealed entry: the activity log or the log of views. */
export const lineKinds = { activity: 1, seen: 2 } as const;
export type LineSource = keyof typeof lineKinds;

export interface AuditSealsTable {
  /** Without gaps: each names its predecessor. */
  id: number;
  activity_from: number | null;
  activity_to: number | null;
  seen_from: number | null;
  seen_to: number | null;
  lines: number;
  /** 32 zero bytes in the first. */
  previous: Buffer;
  hash: Buffer;
  /** HMAC of `hash`, by a key that is not in the database. */
  signature: string;
  sealed_at: Date;
}

interface AuditLinesTable {
  kind: number;
  id_line: number;
  id_seal: number;
  hash: Buffer;
}

/** Committed entries that are not sealed yet. */
interface AuditWaitingTable {
  kind: number;
  id_line: number;
}

/** How far entries were deleted after their retention period. */
interface AuditKeptTable {
  kind: number;
  before: Date;
  signature: string;
}

export interface SightingsTable {
  id: Generated<number>;
  kind: string;
  id_thing: number;
  thing_name: Generated<string>;
  id_project: number | null;
  /** `u12` for an account, `g` and a hash for a guest. */
  viewer: string;
  /** Null for a guest, and after the account was deleted for good. */
  id_user: number | null;
  address: string;
  quarter: Date;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    audit_seals: AuditSealsTable;
    audit_lines: AuditLinesTable;
    audit_waiting: AuditWaitingTable;
    audit_kept: AuditKeptTable;
    sightings: SightingsTable;
  }
}
