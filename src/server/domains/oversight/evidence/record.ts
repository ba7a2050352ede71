import { type SqlBool, sql } from "kysely";
import type { Evidence, EvidenceLine } from "#contract/evidence.ts";
import { limits } from "#contract/limits.ts";
import { lineKinds } from "#server/domains/installation/audit/tables.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { CustodySubject } from "./custody-subjects.ts";

type LineRow = Omit<EvidenceLine, "at"> & { readonly at: Date };

const most = limits.audit.listed;

/** Entries about a subject: about itself, and about the visit of a room. */
const isAbout = ({ subjects, id_project }: CustodySubject) => sql<SqlBool>`
  a.in_project = ${id_project} and (a.subject_kind, a.id_subject) in (
    select * from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::bigint[]))`;

/** Actions on a subject, newest first. */
export async function doneWith(db: Database, thing: CustodySubject): Promise<EvidenceLine[]> {
  const { rows } = await sql<LineRow>`
    select a.id, a.action, a.subject_name as subject, a.changed, a.details, coalesce(${personName("u")}, '') as who,
      false as is_guest, a.created_at as at, l.id_seal
    from activity a left join users u on u.id = a.id_user
    left join audit_lines l on l.kind = ${sql.lit(lineKinds.activity)} and l.id_line = a.id
    where ${isAbout(thing)} order by a.id desc limit ${most}`.execute(db);
  return rows.map(wire);
}

/** Number of actions, listed or not. */
export async function countDone(db: Database, thing: CustodySubject): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from activity a where ${isAbout(thing)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Views of it, newest first. */
export async function seenBy(db: Database, { seenAs }: CustodySubject): Promise<EvidenceLine[]> {
  const { rows } = await sql<LineRow>`
    select s.id, s.kind || '.seen' as action, s.thing_name as subject, '{}'::text[] as changed, '{}'::jsonb as details,
      coalesce(${personName("u")}, '') as who, s.viewer like 'g%' as is_guest, s.created_at as at, l.id_seal
    from sightings s left join users u on u.id = s.id_user
    left join audit_lines l on l.kind = ${sql.lit(lineKinds.seen)} and l.id_line = s.id
    where s.kind = ${seenAs.kind} and s.id_thing = ${seenAs.id} order by s.id desc limit ${most}`.execute(db);
  return rows.map(wire);
}

/** Number of views: one per user and quarter of an hour. */
export async function countSeen(db: Database, { seenAs }: CustodySubject): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sightings where kind = ${seenAs.kind} and id_thing = ${seenAs.id}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The seals over these entries, newest first. */
export async function sealsOver(db: Database, lines: readonly EvidenceLine[]): Promise<Evidence["seals"]> {
  const ids = [...new Set(lines.flatMap(({ id_seal }) => (id_seal === null ? [] : [id_seal])))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("audit_seals")
    .select(["id", "hash", "sealed_at"])
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, hash, sealed_at }) => ({
    id,
    hash: hash.toString("hex"),
    sealed_at: sealed_at.toISOString(),
  }));
}

const wire = (row: LineRow): EvidenceLine => ({
  ...row,
  changed: [...row.changed],
  at: row.at.toISOString(),
});
