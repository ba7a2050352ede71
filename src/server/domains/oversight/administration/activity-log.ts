import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { LogEntry } from "#contract/administration.ts";
import type { Api } from "#contract/index.ts";
import type { Database } from "#server/platform/database.ts";
import { offsetOf, type Page } from "#server/platform/paging.ts";
import "#server/platform/activity.ts";
import { isExported } from "#server/domains/installation/audit/exported.ts";
import { lineKinds } from "#server/domains/installation/audit/tables.ts";
import { nameOf, searchCondition } from "./log-search.ts";

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

/** Limit of search results up to which their ids are kept; with more, the newest are near the end of the log. */
const fewLines = 20_000;

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

/** All actions, downloads and views of the platform, newest first. */
export function createActivityLog(db: Database, { few = fewLines } = {}) {
  /** The lines that match a filter, and their number. */
  const lines = async ({ search = "", ...filter }: LogFilter): Promise<Lines> => {
    const list = conditions(filter);
    if (search !== "") list.push(await searchCondition(db, search));
    const of = sql`${linesOf(filter.part)} a where ${sql.join(list, sql` and `)}`;
    return { of, isSearch: search !== "" };
  };

  /**
   * The number, and the ids where they are few: then a page reads only those, without a second search. The comment
   * prevents a cached plan: the best plan depends on the query.
   */
  const count = async ({ of, isSearch }: Lines): Promise<Counted> => {
    const ids = isSearch ? sql`case when count(*) <= ${few} then array_agg(a.id) end` : sql`null::bigint[]`;
    const { rows } = await sql<{ total: number; ids: readonly number[] | null }>`/* planned each time */
      select count(*) as total, ${ids} as ids from ${of}`.execute(db);
    const [counted] = rows;
    if (counted === undefined) throw new Error("The database did not count.");
    const { total, ids: found } = counted;
    if (!isSearch || total > few) return { total };
    return { total, ids: (found ?? []).toSorted((one, other) => other - one) };
  };

  const rows = (of: RawBuilder<unknown>, { before, limit, offset = 0 }: Stretch) => sql<LogRow>`
    /* planned each time */
    select a.*, l.id_seal, ${nameOf} as user_name, coalesce(p.name, '') as project_name
    from (select * from ${of} and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
      order by a.id desc limit ${limit} offset ${offset}) a
    left join users u on u.id = a.id_user
    left join projects p on p.id = a.id_project
    left join audit_lines l on l.kind = a.line and l.id_line = a.id
    order by a.id desc`;
  const rowsOf = (part: LogFilter["part"], ids: readonly number[]) =>
    rows(sql`${linesOf(part)} a where a.id = any (${ids}::bigint[])`, { limit: ids.length });

  return {
    async list({ page, per_page, ...filter }: ListQuery): Promise<Page<LogEntry>> {
      const found = await lines(filter);
      const offset = offsetOf({ page, per_page });
      const newest = () => rows(found.of, { limit: per_page, offset }).execute(db);
      if (!found.isSearch) {
        const [entries, { total }] = await Promise.all([newest(), count(found)]);
        return { rows: entries.rows.map(wireEntry), total };
      }
      const { total, ids } = await count(found);
      const entries = ids
        ? await rowsOf(filter.part, ids.slice(offset, offset + per_page)).execute(db)
        : await newest();
      return { rows: entries.rows.map(wireEntry), total };
    },

    /** The newest, up to a limit, fetched as they are read. */
    async *all(filter: LogFilter, most: number): AsyncGenerator<LogEntry> {
      const found = await lines(filter);
      const ids = found.isSearch ? (await count(found)).ids?.slice(0, most) : undefined;
      if (ids !== undefined) {
        for (let at = 0; at < ids.length; at += step) {
          const { rows: part } = await rowsOf(filter.part, ids.slice(at, at + step)).execute(db);
          for (const row of part) yield wireEntry(row);
        }
        return;
      }
      let before: number | undefined;
      for (let left = most; left > 0; ) {
        const { rows: part } = await rows(found.of, { before, limit: Math.min(step, left) }).execute(db);
        for (const row of part) yield wireEntry(row);
        left -= part.length;
        before = part.at(-1)?.id;
        if (part.length < step) return;
      }
    },
  };
}

interface Counted {
  readonly total: number;
  /** Newest first; undefined when there are many. */
  readonly ids?: readonly number[];
}

interface Lines {
  /** `… a where …`: the part after `from`. */
  readonly of: RawBuilder<unknown>;
  readonly isSearch: boolean;
}

interface Stretch {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly offset?: number;
}

function conditions({ id_user, id_project, action, from, to }: LogFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [sql<SqlBool>`true`];
  if (id_user !== undefined) list.push(sql<SqlBool>`a.id_user = ${id_user}`);
  if (id_project !== undefined) list.push(sql<SqlBool>`a.id_project = ${id_project}`);
  if (action !== undefined)
    list.push(
      action.includes(".")
        ? sql<SqlBool>`a.action = ${action}`
        : sql<SqlBool>`split_part(a.action, '.', 1) = ${action}`,
    );
  // Days of the calendar, UTC, both inclusive.
  if (from !== undefined) list.push(sql<SqlBool>`a.created_at >= ${from}::timestamp at time zone 'UTC'`);
  if (to !== undefined)
    list.push(sql<SqlBool>`a.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  return list;
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
