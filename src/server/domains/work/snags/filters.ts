import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SnagPriority, SnagStatus, snagSorts } from "#contract/choices.ts";
import { type SiteDays, todayIn } from "#server/domains/sites/projects/site-days.ts";
import { likePattern } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** Filters of a list or a report. Columns of `snags s`, `projects p`, `rooms r`, `visits v` and `room_positions t`. */
export interface SnagFilter {
  readonly id_project?: number | undefined;
  readonly id_visit?: number | undefined;
  readonly id_room?: number | undefined;
  readonly id_sheet?: number | undefined;
  readonly status?: readonly SnagStatus[] | undefined;
  readonly priority?: readonly SnagPriority[] | undefined;
  readonly trade?: string | undefined;
  readonly id_assignee?: number | undefined;
  readonly id_crew?: number | undefined;
  readonly mine?: boolean | undefined;
  /** Snags overdue on the current day of their project. */
  readonly overdueOn?: SiteDays | undefined;
  readonly search?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly sort?: (typeof snagSorts)[number] | undefined;
}

/** Newest first, as in every other list; reports number them in ascending order. */
export const snagOrder: Readonly<Record<(typeof snagSorts)[number], string>> = {
  number: "s.id_project desc, s.number desc",
  due: "s.due_date nulls last, s.id desc",
  updated: "s.updated_at desc, s.id desc",
  priority:
    "array_position(array['critical', 'high', 'normal', 'low'], s.priority), s.due_date nulls last, s.id desc",
  status: "array_position(array['open', 'disputed', 'in_work', 'ready', 'closed'], s.status), s.id desc",
};

/** @param isFrequent a search in a form that the planner does not estimate, which it does badly */
export function snagConditions(
  filter: SnagFilter,
  user: SessionUser,
  isFrequent = false,
): Expression<SqlBool>[] {
  const { id_project, id_visit, id_room, id_sheet, status, priority, trade, id_assignee, ids } = filter;
  const list: Expression<SqlBool>[] = [];
  if (id_project !== undefined) list.push(sql`s.id_project = ${id_project}`);
  if (id_visit !== undefined) list.push(sql`v.id = ${id_visit}`);
  if (id_room !== undefined) list.push(sql`r.id = ${id_room}`);
  if (id_sheet !== undefined) list.push(sql`coalesce(s.id_sheet, t.id_sheet) = ${id_sheet}`);
  if (status !== undefined) list.push(sql`s.status = any (${[...status]}::text[])`);
  // In these words the planner knows the indexes of those that are not closed: after years nearly all are.
  if (status !== undefined && !status.includes("closed")) list.push(sql`s.status <> 'closed'`);
  if (priority !== undefined) list.push(sql`s.priority = any (${[...priority]}::text[])`);
  if (trade !== undefined && trade !== "") list.push(sql`lower(s.trade) = lower(${trade})`);
  if (id_assignee !== undefined) list.push(sql`s.id_assignee = ${id_assignee}`);
  if (filter.id_crew !== undefined) list.push(sql`s.id_crew = ${filter.id_crew}`);
  if (filter.mine === true) list.push(sql`s.id_assignee = ${user.id}`);
  if (filter.overdueOn !== undefined)
    // The latest day that begins anywhere: an index knows the days, not the time zones.
    list.push(
      sql`s.due_date < ${filter.overdueOn.latest}::date and s.due_date < ${todayIn(filter.overdueOn)} and s.status <> 'closed'`,
    );
  if (ids !== undefined) list.push(sql`s.id = any (${[...ids]}::bigint[])`);
  if (filter.search !== undefined && filter.search !== "")
    list.push(isFrequent ? sql`coalesce(${matches(filter.search)}, false)` : matches(filter.search));
  return list;
}

/** Three letters or digits in a row: the minimum for an index of trigrams. */
const isIndexed = (search: string) => /[\p{L}\p{N}]{3}/u.test(search) && !search.includes("\n");

/**
 * Snags of a user's projects that may match, as rows of `id`, each once: by the indexes `snags_text`, `rooms_text` and
 * `snags_number`, for users who see so many that testing each would read whole tables. The expressions are those of the
 * indexes. Undefined for a search that no index finds. Materialized, they are read only as far as they are needed.
 */
export function snagCandidates(search: string, user: SessionUser): RawBuilder<{ id: number }> | undefined {
  if (!isIndexed(search)) return undefined;
  const like = sql`like lower(${likePattern(search)})`;
  const text = sql`lower(c.title || e'\\n' || c.text || e'\\n' || c.trade || e'\\n' || c.room_name) ${like}`;
  const number = numberIn(search);
  const reachable = user.super_admin
    ? sql`true`
    : // Within coalesce the planner tests it last: it would take the projects first, and all of their snags.
      sql`coalesce(c.id_project in (select m.id_project from project_members m where m.id_user = ${user.id}), false)`;
  return sql`(
    with worded as materialized (select c.id from snags c where ${text} and ${reachable}),
      roomed as materialized (
        select c.id from rooms q join snags c on c.id_room = q.id
        where lower(q.name) ${like} and not ${text} and ${reachable}),
      numbered as materialized (
        select c.id from snags c left join rooms q on q.id = c.id_room
        where c.number = ${number} and not ${text} and (lower(q.name) ${like}) is not true and ${reachable})
    select id from worded union all select id from roomed union all select id from numbered)`;
}

const numberIn = (search: string): number | null => {
  const digits = /^#?(\d{1,9})$/.exec(search)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Matches words in any text field, or the number as users write it: `12`, `#12`. */
function matches(search: string): Expression<SqlBool> {
  const pattern = likePattern(search);
  return sql`(s.title ilike ${pattern} or s.text ilike ${pattern} or s.trade ilike ${pattern}
    or coalesce(r.name, s.room_name) ilike ${pattern} or s.number = ${numberIn(search)})`;
}
