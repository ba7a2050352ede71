import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { lineKinds } from "./tables.ts";

/** An entry of the log in its sealed form. */
export interface SealedLine {
  /** 1: action, 2: view. */
  readonly kind: number;
  readonly id: number;
  /** A JSON array, stable for the same entry for ever. */
  readonly text: string;
  /**
   * Whether the account and the project named in the entry exist or were deleted for good, rather than removed from the
   * entry.
   */
  readonly isNamed: boolean;
}

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The ids of user and project are those written first: they stay when an account or a project is deleted for good.
 * While those exist, the entry must keep naming them.
 */
const activityLines = (ids: readonly number[]): RawBuilder<SealedLine> => sql<SealedLine>`
  select ${sql.lit(lineKinds.activity)} as kind, a.id,
    jsonb_build_array('done', a.id, a.who, a.in_project, a.action, a.subject_kind, a.id_subject, a.subject_name,
      to_jsonb(a.changed), a.address, ${instant("a.created_at")}, a.details)::text as text,
    (a.id_user is not distinct from a.who
      or (a.id_user is null and not exists (select from users u where u.id = a.who)))
    and (a.id_project is not distinct from a.in_project
      or (a.id_project is null and not exists (select from projects p where p.id = a.in_project))) as "isNamed"
  from activity a where a.id = any (${[...ids]}::bigint[])`;

const seenLines = (ids: readonly number[]): RawBuilder<SealedLine> => sql<SealedLine>`
  select ${sql.lit(lineKinds.seen)} as kind, s.id,
    jsonb_build_array('seen', s.id, s.kind, s.id_thing, s.thing_name, s.id_project, s.viewer, s.address,
      ${instant("s.quarter")}, ${instant("s.created_at")})::text as text,
    case when s.viewer like 'u%' then 'u' || s.id_user is not distinct from s.viewer
      or (s.id_user is null and not exists (select from users u where 'u' || u.id = s.viewer))
      else s.id_user is null end as "isNamed"
  from sightings s where s.id = any (${[...ids]}::bigint[])`;

interface LineName {
  readonly kind: number;
  readonly id_line: number;
}

/** The present content of these entries, actions first; deleted ones are left out. */
export async function readLines(db: Database | Trx, names: readonly LineName[]): Promise<SealedLine[]> {
  const idsOf = (kind: number) => names.filter((name) => name.kind === kind).map(({ id_line }) => id_line);
  const [done, seen] = [idsOf(lineKinds.activity), idsOf(lineKinds.seen)];
  const lines = [
    ...(done.length > 0 ? (await activityLines(done).execute(db)).rows : []),
    ...(seen.length > 0 ? (await seenLines(seen).execute(db)).rows : []),
  ];
  return lines.toSorted((a, b) => a.kind - b.kind || a.id - b.id);
}

/** SHA-256 of a text in UTF-8, 32 bytes. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

export interface SealFacts {
  readonly id: number;
  readonly previous: Buffer;
  readonly sealed_at: Date;
  /** By kind, then by number. */
  readonly lines: readonly { readonly kind: number; readonly id_line: number; readonly hash: Buffer }[];
}

/** The text whose SHA-256 is the seal: a text of lines, so that anyone can recompute it with their own tools. */
export function sealText({ id, previous, sealed_at, lines }: SealFacts): string {
  const rows = lines.map(({ kind, id_line, hash }) => `${kind} ${id_line} ${hash.toString("hex")}`);
  return [
    "sitewalk seal 1",
    id,
    previous.toString("hex"),
    sealed_at.toISOString(),
    lines.length,
    ...rows,
  ].join("\n");
}

/** The predecessor of the first seal. */
export const noSeal = Buffer.alloc(32);
/** The purpose under which the installation's key signs seals. */
export const sealPurpose = "audit-seal";
