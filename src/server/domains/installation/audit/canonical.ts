import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { lineKinds } from "./tables.ts";

/** A line of the record as it is sealed. */
export interface SealedLine {
  /** 1: what was done, 2: what was seen. */
  readonly kind: number;
  readonly id: number;
  /** A list in JSON, the same for the same line for ever. */
  readonly text: string;
  /** Whether the account and the project named in it are there, or gone for good: not taken out of the line. */
  readonly isNamed: boolean;
}

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The numbers of person and project are those that were written first: they stay when an account or a project goes for
 * good. As long as they are there, the line must go on naming them.
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

/** Those lines as they are now, by what was done first; what is not there any more is left out. */
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

/** What a seal is the SHA-256 of: a text of lines, so that anybody can make it again with his own tools. */
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

/** What the first seal names as the one before it. */
export const noSeal = Buffer.alloc(32);
/** The purpose under which the installation's key signs seals. */
export const sealPurpose = "audit-seal";
