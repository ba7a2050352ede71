import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { LogEntry } from "#contract/administration.ts";
import type { Api } from "#contract/index.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { offsetOf, type Page } from "#server/platform/paging.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import "#server/platform/activity.ts";
import { isExported } from "#server/domains/installation/audit/exported.ts";
import { lineKinds } from "#server/domains/installation/audit/tables.ts";
import {
  findMatches,
  hasTriple,
  type LogSource,
  nameOf,
  newestFound,
  prepareSearch,
  searchCondition,
} from "./log-search.ts";

type ListQuery = z.output<Api["GET /api/activity"]["query"]>;
export type LogFilter = Omit<ListQuery, "page" | "per_page">;

interface LogRow {
  readonly id: number;
  readonly id_user: number | null;
  readonly user_name: string;
  readonly stand_in: LogEntry["stand_in"];
  readonly id_project: number | null;
  readonly project_name: string;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly address: string;
  readonly id_seal: number | null;
  readonly created_at: Date;
}

/** Rows fetched per step of a download. */
const step = 2000;

/** Both parts of the log in the same columns, before any join. */
const linesOf = (part: LogFilter["part"]): RawBuilder<unknown> =>
  part === "seen"
    ? sql`(select s.id, ${sql.lit(lineKinds.seen)} as line, s.id_user, s.kind || '.seen' as action,
        s.kind as subject_kind, s.id_thing as id_subject, s.thing_name as subject_name, '{}'::text[] as changed,
        s.address, s.created_at, s.id_project,
        case when s.viewer like 'g%' then 'guest' when s.id_user is null then 'gone' end as stand_in
      from sightings s)`
    : sql`(select a.id, ${sql.lit(lineKinds.activity)} as line, a.id_user, a.action, a.subject_kind, a.id_subject,
        a.subject_name, a.changed, a.address, a.created_at, a.id_project,
        case when a.id_user is not null then null when a.who is not null then 'gone'
          when a.action = 'session.refused' then 'stranger' when a.address <> '' then 'guest' else 'server' end
          as stand_in
      from activity a ${part === "exported" ? sql`where ${isExported("a")}` : sql``})`;

const sourceOf = (part: LogFilter["part"]): LogSource => {
  const isSeen = part === "seen";
  return { lines: linesOf(part), kind: isSeen ? lineKinds.seen : lineKinds.activity, isSeen };
};

/** All actions, downloads and views of the platform, newest first. */
export function createActivityLog(
  db: Database,
  { counted, readForShort }: Readonly<Record<keyof typeof limits.log, number>> = limits.log,
) {
  const lines = async ({ search = "", part, before, ...filter }: LogFilter): Promise<Lines> => {
    const order = orderOf(filter);
    const wanted = [...conditions(filter, part), ...(await behind(db, part, { ...filter, before }))];
    const narrowed = sql`${linesOf(part)} a where ${sql.join(wanted, sql` and `)}`;
    if (search === "") return { part, order, of: narrowed };
    const prepared = await prepareSearch(db, search);
    const has = searchCondition(prepared);
    if (hasTriple(search)) {
      const source = sourceOf(part);
      const { ids, keys } = await findMatches(db, prepared, source, counted);
      if (ids !== undefined) return { part, order, of: sql`${narrowed} and a.id = any (${ids}::bigint[])` };
      const found = { part, order, of: sql`${narrowed} and ${has}` };
      // Another filter may leave nothing of the newest, so that older ones would be needed.
      if (part === "exported" || !isUnfiltered(filter)) return found;
      const within = sql.join(wanted, sql` and `);
      return {
        ...found,
        isMore: before === undefined,
        newest: (limit: number) => newestFound(prepared, source, { keys, limit, within }),
      };
    }
    // No index finds one or two letters, so the number of entries that are read for them is limited.
    const newest = sql`(select * from ${narrowed} order by ${order} limit ${readForShort}) a`;
    return { part, order, of: sql`${newest} where ${has}`, read: narrowed };
  };

  /**
   * Ids in order, up to a limit: that is all the page and the count need. With the limit of the count the planner walks
   * the log for what is frequent and collects by the indexes what is rare; with the limit of a page it would walk the
   * whole log for entries of long ago. The best plan depends on the query.
   */
  const idsOf = async (
    { of, order, newest }: Lines,
    limit: number,
    offset = 0,
  ): Promise<readonly number[]> => {
    const from = newest?.(limit + offset);
    const { rows } = await sql<{ ids: readonly number[] | null }>`${plannedEachTime}
      select array_agg(f.id) as ids from (
        select a.id from ${from === undefined ? of : sql`${from} a`} order by ${order} limit ${limit} offset ${offset}) f`.execute(
      db,
    );
    return rows[0]?.ids ?? [];
  };

  const isCutOff = async ({ read }: Lines): Promise<boolean> => {
    if (read === undefined) return false;
    const { rows } = await sql`${plannedEachTime}
      select from ${read} offset ${readForShort} limit 1`.execute(db);
    return rows.length > 0;
  };

  const entriesOf = async (part: LogFilter["part"], ids: readonly number[]): Promise<LogEntry[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<LogRow>`${plannedEachTime}
      select a.*, l.id_seal, ${nameOf} as user_name, coalesce(p.name, '') as project_name
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, at)
      join ${linesOf(part)} a on a.id = wanted.id
      left join users u on u.id = a.id_user
      left join projects p on p.id = a.id_project
      left join audit_lines l on l.kind = a.line and l.id_line = a.id
      order by wanted.at`.execute(db);
    return rows.map(wireEntry);
  };

  return {
    async list({ page, per_page, ...filter }: ListQuery): Promise<LogPage> {
      const found = await lines(filter);
      const offset = offsetOf({ page, per_page });
      if (found.isMore === true) {
        const ids = await idsOf(found, per_page, offset);
        return {
          rows: await entriesOf(filter.part, ids),
          total: counted,
          is_more: true,
          is_recent_only: false,
        };
      }
      const [first, is_recent_only] = await Promise.all([idsOf(found, counted + 1), isCutOff(found)]);
      const ids =
        offset + per_page <= counted || first.length <= counted
          ? first.slice(offset, offset + per_page)
          : await idsOf(found, per_page, offset);
      const rows = await entriesOf(filter.part, ids);
      const is_more = first.length > counted;
      return { rows, total: Math.min(first.length, counted), is_more, is_recent_only };
    },

    /** The newest, up to a limit, fetched as they are read. */
    async *all(filter: LogFilter, most: number): AsyncGenerator<LogEntry> {
      const ids = await idsOf(await lines(filter), most);
      for (let at = 0; at < ids.length; at += step)
        yield* await entriesOf(filter.part, ids.slice(at, at + step));
    },
  };
}

export interface LogPage extends Page<LogEntry> {
  /** More entries than `total` match; they are not counted. */
  readonly is_more: boolean;
  /** The search was too short for an index, and older entries were not read. */
  readonly is_recent_only: boolean;
}

interface Lines {
  readonly part: LogFilter["part"];
  readonly order: RawBuilder<unknown>;
  /** `… a where …`: the part after `from`. */
  readonly of: RawBuilder<unknown>;
  /** Known to be more than are counted. */
  readonly isMore?: boolean;
  /** The same of a search, as ids alone: as many of the newest. Undefined where the log is to be walked. */
  readonly newest?: (limit: number) => RawBuilder<unknown> | undefined;
  /** The same without a search for which only the newest of these are read. */
  readonly read?: RawBuilder<unknown>;
}

/**
 * Newest first. Within dates an index in the order of time is walked; numbers are given in the same order, but for a
 * transaction that took longer than its neighbours.
 */
const orderOf = (filter: Days): RawBuilder<unknown> =>
  isByTime(filter) ? sql`a.created_at desc, a.id desc` : sql`a.id desc`;

const isUnfiltered = ({ id_user, id_project, action, from, to }: Omit<LogFilter, "part">): boolean =>
  [id_user, id_project, action, from, to].every((one) => one === undefined);

type Days = Pick<LogFilter, "from" | "to">;
const isByTime = ({ from, to }: Days): boolean => from !== undefined || to !== undefined;

/** Entries behind this one, in the order of the list. One that was deleted since is followed by those with lower ids. */
async function behind(
  db: Database,
  part: LogFilter["part"],
  { before, ...days }: Days & Pick<LogFilter, "before">,
): Promise<Expression<SqlBool>[]> {
  if (before === undefined) return [];
  const lower = sql<SqlBool>`a.id < ${before}`;
  if (!isByTime(days)) return [lower];
  // As text: a Date has no microseconds.
  const { rows } = await sql<{ at: string }>`
    select created_at::text as at from ${part === "seen" ? sql`sightings` : sql`activity`}
    where id = ${before}`.execute(db);
  const [last] = rows;
  if (last === undefined) return [lower];
  return [sql<SqlBool>`(a.created_at, a.id) < (${last.at}::timestamptz, ${before}::bigint)`];
}

function conditions(
  { id_user, id_project, action, from, to }: Omit<LogFilter, "search" | "part" | "before">,
  part: LogFilter["part"],
): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [sql<SqlBool>`true`];
  if (id_user !== undefined) list.push(sql<SqlBool>`a.id_user = ${id_user}`);
  if (id_project !== undefined) list.push(sql<SqlBool>`a.id_project = ${id_project}`);
  if (action !== undefined) list.push(part === "seen" ? isSeen(action) : isAction(action));
  // Days of the calendar, UTC, both inclusive.
  if (from !== undefined) list.push(sql<SqlBool>`a.created_at >= ${from}::timestamp at time zone 'UTC'`);
  if (to !== undefined)
    list.push(sql<SqlBool>`a.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  return list;
}

const isAction = (action: string) =>
  action.includes(".")
    ? sql<SqlBool>`a.action = ${action}`
    : sql<SqlBool>`split_part(a.action, '.', 1) = ${action}`;

/** By the kind, which has an index: the action of a view is made of it. */
function isSeen(action: string): RawBuilder<SqlBool> {
  const [kind, verb = "seen"] = action.split(".");
  return verb === "seen" ? sql<SqlBool>`a.subject_kind = ${kind}` : sql<SqlBool>`false`;
}

const wireEntry = (row: LogRow): LogEntry => ({
  id: row.id,
  id_user: row.id_user,
  user_name: row.user_name,
  stand_in: row.stand_in,
  id_seal: row.id_seal,
  id_project: row.id_project,
  project_name: row.project_name,
  action: row.action,
  subject:
    row.subject_kind === null ? null : { kind: row.subject_kind, id: row.id_subject, name: row.subject_name },
  changed: [...row.changed],
  address: row.address,
  created_at: row.created_at.toISOString(),
});
