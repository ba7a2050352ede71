import type { Generated } from "kysely";

/** What a sealed line is of: the log of what was done, or that of what was seen. */
export const lineKinds = { activity: 1, seen: 2 } as const;
export type LineSource = keyof typeof lineKinds;

export interface AuditSealsTable {
  /** Without a gap: each names the one before it. */
  id: number;
  activity_from: number | null;
  activity_to: number | null;
  seen_from: number | null;
  seen_to: number | null;
  lines: number;
  /** Of 32 zeros in the first. */
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

/** Committed and not sealed yet. */
interface AuditWaitingTable {
  kind: number;
  id_line: number;
}

export interface SightingsTable {
  id: Generated<number>;
  kind: string;
  id_thing: number;
  thing_name: Generated<string>;
  id_project: number | null;
  /** `u12` of an account, `g` and a hash of a guest. */
  viewer: string;
  /** Null of a guest, and when the account is gone for good. */
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
    sightings: SightingsTable;
  }
}
