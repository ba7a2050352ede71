import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { PlacedSeal } from "./read-seals.ts";
import { type LineSource, lineKinds } from "./tables.ts";

/** An entry of the log by its number. */
export interface NamedLine {
  readonly source: LineSource;
  readonly id: number;
}

const tables = { activity: "activity", seen: "sightings" } as const;

const unsealed = (source: LineSource, only: readonly NamedLine[] | undefined): RawBuilder<NamedLine> => {
  const kind = sql.lit(lineKinds[source]);
  const ids = only?.filter((line) => line.source === source).map(({ id }) => id);
  return sql<NamedLine>`
    select ${sql.lit(source)} as source, t.id from ${sql.table(tables[source])} t
    where not exists (select from audit_lines l where l.kind = ${kind} and l.id_line = t.id)
      and not exists (select from audit_waiting w where w.kind = ${kind} and w.id_line = t.id)
      ${ids === undefined ? sql`` : sql`and t.id = any (${ids}::bigint[])`}`;
};

/**
 * Finds entries that are under no seal and are not waiting for one: they were inserted past the triggers.
 * @param most limit of entries returned
 * @param only checks only these; without it, the whole log
 */
export async function linesPastTriggers(
  db: Database,
  most: number,
  only?: readonly NamedLine[],
): Promise<NamedLine[]> {
  const { rows } = await sql<NamedLine>`
    ${unsealed("activity", only)} union all ${unsealed("seen", only)}
    order by source, id limit ${most}`.execute(db);
  return rows;
}

/** No transaction of ours takes an hour: an entry sealed so much later than its neighbours was inserted afterwards. */
const late = sql`interval '1 hour'`;

/** The highest numbers of entries that were sealed in time. */
export type Highest = Readonly<Record<LineSource, number>>;

/**
 * For each of these seals, the highest numbers that had been sealed an hour before it. Numbers are assigned as entries
 * are written: an entry under the seal whose number is not higher was inserted afterwards.
 */
export async function highestBefore(
  db: Database,
  seals: readonly PlacedSeal[],
): Promise<ReadonlyMap<number, Highest>> {
  // Each covers its own hour, and one query covers the rest for all of them.
  const { rows } = await sql<Highest & { id: number }>`
    with ends as (
      select s.id, coalesce((select max(b.id) from audit_seals b
        where b.id < s.id and b.sealed_at <= s.sealed_at - ${late}), 0) as upto
      from audit_seals s where s.id = any (${seals.map(({ id }) => id)}::bigint[])
    ), parts as (select id, lag(upto, 1, 0) over (order by id) as since, upto from ends)
    select parts.id, coalesce(max(part.activity) over earlier, 0) as activity,
      coalesce(max(part.seen) over earlier, 0) as seen
    from parts cross join lateral (
      select max(activity_to) as activity, max(seen_to) as seen from audit_seals
      where audit_seals.id > parts.since and audit_seals.id <= parts.upto) part
    window earlier as (order by parts.id)`.execute(db);
  return new Map(rows.map(({ id, activity, seen }) => [id, { activity, seen }]));
}
