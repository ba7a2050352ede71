import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { LogEntry } from "#contract/administration.ts";
import type { Api } from "#contract/index.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page } from "#server/platform/paging.ts";
import "#server/platform/activity.ts";
import { isExported } from "../audit/exported.ts";
import { lineKinds } from "../audit/tables.ts";
import "../auth/tables.ts";
import "../projects/tables.ts";

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

/** A super admin knows everybody by something: his name, else his user name. */
const nameOf = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, '')`;

/** Rows that one step of a download fetches. */
const step = 2000;

/** Both parts of the record in the same columns, before anything else is looked up. */
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

/** What was done in the whole place, taken along or seen, newest first. */
export function createActivityLog(db: Database) {
  const rows = (filter: LogFilter, { before, limit, offset = 0 }: Stretch) => sql<LogRow>`
    select a.*, l.id_seal, ${nameOf} as user_name, coalesce(p.name, '') as project_name
    from (select * from ${linesOf(filter.part)} a
      where ${sql.join(conditions(filter), sql` and `)}
        and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
      order by a.id desc limit ${limit} offset ${offset}) a
    left join users u on u.id = a.id_user
    left join projects p on p.id = a.id_project
    left join audit_lines l on l.kind = a.line and l.id_line = a.id
    order by a.id desc`;

  return {
    async list({ page, per_page, ...filter }: ListQuery): Promise<Page<LogEntry>> {
      const [entries, totals] = await Promise.all([
        rows(filter, { limit: per_page, offset: offsetOf({ page, per_page }) }).execute(db),
        sql<{ total: number }>`
          select count(*) as total from ${linesOf(filter.part)} a
          where ${sql.join(conditions(filter), sql` and `)}`.execute(db),
      ]);
      return { rows: entries.rows.map(wireEntry), total: totals.rows[0]?.total ?? 0 };
    },

    /** The newest, so many at most, fetched as they are read. */
    async *all(filter: LogFilter, most: number): AsyncGenerator<LogEntry> {
      let before: number | undefined;
      for (let left = most; left > 0; ) {
        const { rows: part } = await rows(filter, { before, limit: Math.min(step, left) }).execute(db);
        for (const row of part) yield wireEntry(row);
        left -= part.length;
        before = part.at(-1)?.id;
        if (part.length < step) return;
      }
    },
  };
}

interface Stretch {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly offset?: number;
}

function conditions({ id_user, id_project, action, from, to, search }: LogFilter): Expression<SqlBool>[] {
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
  if (search !== undefined && search !== "") {
    const pattern = likePattern(search);
    // People and projects are few: they are found once, not with every line of the log.
    list.push(
      sql<SqlBool>`(a.action ilike ${pattern} or a.subject_name ilike ${pattern} or a.address ilike ${pattern}
        or a.id_user in (select u.id from users u
          where ${nameOf} ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern})
        or a.id_project in (select p.id from projects p where p.name ilike ${pattern}))`,
    );
  }
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
