import { type RawBuilder, sql } from "kysely";
import type { SnagStatus } from "#contract/choices.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnagFilter } from "./filters.ts";
import "./tables.ts";

export type StatusCounts = Partial<Record<SnagStatus, number>>;

/**
 * Numbers of the snags that the user may see, as rows of `id_project`, `status`, `priority` and `count`. Only in projects
 * where the user sees their own snags alone are snags read.
 */
export const talliesFor = ({ id, super_admin }: SessionUser): RawBuilder<unknown> =>
  super_admin
    ? sql`(select t.* from snag_tallies t join projects p on p.id = t.id_project and p.deleted_at is null)`
    : sql`(
      select t.id_project, t.status, t.priority, t.count
      from project_members m
      join projects p on p.id = m.id_project and p.deleted_at is null
      join snag_tallies t on t.id_project = p.id
      where m.id_user = ${id} and 'snags.view' = any (m.grants)
      union all
      select s.id_project, s.status, s.priority, 1
      from project_members m
      join projects p on p.id = m.id_project and p.deleted_at is null
      join snags s on s.id_project = p.id and ${id} in (s.id_user, s.id_assignee)
      where m.id_user = ${id} and 'snags.own' = any (m.grants) and ('snags.view' = any (m.grants)) is not true)`;

/** Filters whose numbers the tallies hold; the order and the page change none. */
const tallied: ReadonlySet<string> = new Set([
  "id_project",
  "status",
  "priority",
  "sort",
  "page",
  "per_page",
]);

/** Undefined for other filters, whose snags must be counted. Independent of the filter by status. */
export async function tallySnags(
  db: Database,
  user: SessionUser,
  filter: SnagFilter,
): Promise<StatusCounts | undefined> {
  const isTold = Object.entries(filter).every(([name, value]) => tallied.has(name) || isUnset(value));
  return isTold ? tallyStatuses(db, user, filter) : undefined;
}

/** Numbers by status, of the priorities that are asked for; a status without snags is missing. */
export async function tallyStatuses(
  db: Database,
  user: SessionUser,
  { id_project, priority }: Pick<SnagFilter, "id_project" | "priority">,
): Promise<StatusCounts> {
  const { rows } = await sql<{ status: SnagStatus; count: number }>`
    select t.status, sum(t.count)::int as count from ${talliesFor(user)} t
    where true ${id_project === undefined ? sql`` : sql`and t.id_project = ${id_project}`}
      ${priority === undefined ? sql`` : sql`and t.priority = any (${[...priority]}::text[])`}
    group by t.status having sum(t.count) > 0`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const isUnset = (value: unknown) => value === undefined || value === "" || value === false;

/** Rows per project from which they are added up: a few times the number of statuses times priorities. */
const most = 60;

/**
 * Replaces the differences of a project by their sums. What is written meanwhile stays beside them: a statement deletes
 * only rows that it sees.
 */
export async function addUpTallies(db: Database): Promise<void> {
  await sql`
    with many as (
      select id_project from snag_tallies group by id_project having count(*) > ${most} or sum(count) = 0
    ), former as (
      delete from snag_tallies t using many where t.id_project = many.id_project returning t.*
    )
    insert into snag_tallies (id_project, status, priority, count)
      select id_project, status, priority, sum(count) from former
      group by id_project, status, priority having sum(count) <> 0`.execute(db);
}
