import { type Expression, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { LogEntry } from "#contract/administration.ts";
import type { Api } from "#contract/index.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page } from "#server/platform/paging.ts";
import "#server/platform/activity.ts";
import "../auth/tables.ts";
import "../projects/tables.ts";

type ListQuery = z.output<Api["GET /api/activity"]["query"]>;
export type LogFilter = Omit<ListQuery, "page" | "per_page">;

interface LogRow {
  readonly id: number;
  readonly id_user: number | null;
  readonly user_name: string;
  readonly id_project: number | null;
  readonly project_name: string;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly address: string;
  readonly created_at: Date;
}

/** A super admin knows everybody by something: his name, else his user name. */
const nameOf = sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, '')`;

/** Rows that one step of a download fetches. */
const step = 2000;

/** What was done in the whole place, newest first. */
export function createActivityLog(db: Database) {
  const found = (filter: LogFilter) =>
    db.selectFrom("activity as a").where((where) => where.and(conditions(filter)));

  const rows = (filter: LogFilter) =>
    found(filter)
      .leftJoin("users as u", "u.id", "a.id_user")
      .leftJoin("projects as p", "p.id", "a.id_project")
      .select(["a.id", "a.id_user", "a.id_project", "a.action", "a.subject_kind", "a.id_subject"])
      .select(["a.subject_name", "a.changed", "a.address", "a.created_at"])
      .select([nameOf.as("user_name"), sql<string>`coalesce(p.name, '')`.as("project_name")])
      .orderBy("a.id", "desc");

  return {
    async list({ page, per_page, ...filter }: ListQuery): Promise<Page<LogEntry>> {
      const [entries, { total }] = await Promise.all([
        rows(filter).limit(per_page).offset(offsetOf({ page, per_page })).execute(),
        found(filter).select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
      ]);
      return { rows: entries.map(wireEntry), total };
    },

    /** The newest, so many at most, fetched as they are read. */
    async *all(filter: LogFilter, most: number): AsyncGenerator<LogEntry> {
      let before: number | undefined;
      for (let left = most; left > 0; ) {
        const part = await rows(filter)
          .$if(before !== undefined, (query) => query.where("a.id", "<", before ?? 0))
          .limit(Math.min(step, left))
          .execute();
        for (const row of part) yield wireEntry(row);
        left -= part.length;
        before = part.at(-1)?.id;
        if (part.length < step) return;
      }
    },
  };
}

function conditions({ id_user, id_project, action, from, to, search }: LogFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
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
  id_project: row.id_project,
  project_name: row.project_name,
  action: row.action,
  subject:
    row.subject_kind === null ? null : { kind: row.subject_kind, id: row.id_subject, name: row.subject_name },
  changed: [...row.changed],
  address: row.address,
  created_at: row.created_at.toISOString(),
});
