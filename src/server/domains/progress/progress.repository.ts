import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { maySee } from "../snags/points.ts";
import type { Word } from "./levels.ts";
import type { ProgressEntriesTable } from "./tables.ts";
import "../auth/tables.ts";
import "../projects/tables.ts";
import "../sheets/tables.ts";
import "../snags/tables.ts";
import "../visits/tables.ts";
import "#server/media/tables.ts";
import "./tables.ts";

export type EntryRow = Selectable<ProgressEntriesTable> & { readonly user_name: string };

export interface VisitOnLine {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly visit_date: Date;
  readonly room_count: number;
  readonly cover_sha256: string | null;
}

export interface SnagWeek {
  /** Its Monday. */
  readonly week: string;
  readonly opened: number;
  readonly closed: number;
  /** At its end, or on the last day that is looked at. */
  readonly open: number;
}

/** Visits on one line, and weeks of snags: the newest of each. */
const shown = { visits: 500, weeks: 104 };

export function createProgressRepository(db: Database) {
  const entries = (source: Database | Trx = db) =>
    source
      .selectFrom("progress_entries as e")
      .leftJoin("users as u", "u.id", "e.id_user")
      .selectAll("e")
      .select(sql<string>`coalesce(${personName("u")}, '')`.as("user_name"));

  return {
    /** Oldest first, of one day in the order in which they were written down. */
    words: (projectId: number, until: string): Promise<Word[]> =>
      db
        .selectFrom("progress_entries")
        .select(["id_sheet", "place", "percent", "on_date"])
        .where("id_project", "=", projectId)
        .where("on_date", "<=", until)
        .orderBy("on_date")
        .orderBy("id")
        .execute(),

    floors: (projectId: number) =>
      db
        .selectFrom("sheets")
        .select(["id", "name"])
        .where("id_project", "=", projectId)
        .orderBy("position")
        .orderBy("id")
        .execute(),

    /** Oldest first. */
    async visits(projectId: number, until: string): Promise<VisitOnLine[]> {
      const { rows } = await sql<VisitOnLine>`
        select v.id, v.code, v.name, v.visit_date, f.room_count, f.cover_sha256 from (
          select * from visits where id_project = ${projectId} and deleted_at is null
            and visit_date < (${until}::date + 1)::timestamp at time zone 'UTC'
          order by visit_date desc, id desc limit ${shown.visits}
        ) v
        cross join lateral (
          select count(*) as room_count,
            (array_agg(r.picture_sha256 order by r.position, r.id) filter (where c.state = 'ready'))[1] as cover_sha256
          from rooms r join pictures c on c.sha256 = r.picture_sha256 where r.id_visit = v.id) f
        order by v.visit_date, v.id`.execute(db);
      return rows;
    },

    /**
     * Snags that came and went by weeks (Monday to Sunday, UTC), without a gap from the first one's to that of `until`;
     * of those that this person may see.
     */
    async snagWeeks(projectId: number, user: SessionUser, until: string): Promise<SnagWeek[]> {
      const end = sql`(${until}::date + 1)::timestamp`;
      const { rows } = await sql<SnagWeek>`
        with seen as (
          select s.created_at at time zone 'UTC' as opened_at, s.closed_at at time zone 'UTC' as closed_at
          from snags s
          left join project_members m on m.id_project = s.id_project and m.id_user = ${user.id}
          where s.id_project = ${projectId} and s.created_at at time zone 'UTC' < ${end}
            and ${user.super_admin ? sql`true` : maySee(user)}
        ), turns as (
          select date_trunc('week', opened_at) as week, 1 as opened, 0 as closed from seen
          union all
          -- what was brought in from elsewhere may have been closed before it came here
          select date_trunc('week', greatest(closed_at, opened_at)), 0, 1 from seen where closed_at < ${end}
        ), weeks as (
          select week from generate_series((select min(week) from turns),
            date_trunc('week', ${until}::date::timestamp), interval '7 days') as w (week)
        ), counted as (
          select week, coalesce(sum(opened), 0)::int as opened, coalesce(sum(closed), 0)::int as closed
          from weeks left join turns using (week) group by week
        )
        select * from (
          select to_char(week, 'YYYY-MM-DD') as week, opened, closed,
            (sum(opened - closed) over (order by week))::int as open
          from counted order by week desc limit ${shown.weeks}
        ) newest order by week`.execute(db);
      return rows;
    },

    /** Newest first. */
    entries: (projectId: number): Promise<EntryRow[]> =>
      entries()
        .where("e.id_project", "=", projectId)
        .orderBy("e.on_date", "desc")
        .orderBy("e.id", "desc")
        .limit(limits.progress.shown)
        .execute(),

    entry: (id: number): Promise<EntryRow> => entries().where("e.id", "=", id).executeTakeFirstOrThrow(),

    sheet: (projectId: number, id: number): Promise<{ name: string } | undefined> =>
      db
        .selectFrom("sheets")
        .select("name")
        .where("id", "=", id)
        .where("id_project", "=", projectId)
        .executeTakeFirst(),

    /** Writes a word, in place of the one on the same place and day. PROGRESS_FULL when the project holds no more. */
    async tell(trx: Trx, values: Word & { readonly id_project: number; note: string; id_user: number }) {
      // Two who tell at the same moment count one after the other.
      await sql`select from projects where id = ${values.id_project} for no key update`.execute(trx);
      const { rows } = await sql<{ id: number }>`
        insert into progress_entries (id_project, id_sheet, place, percent, on_date, note, id_user)
        values (${values.id_project}, ${values.id_sheet}, ${values.place}, ${values.percent}, ${values.on_date}::date,
          ${values.note}, ${values.id_user})
        on conflict (id_project, coalesce(id_sheet, 0), lower(place), on_date) do update set place = excluded.place,
          percent = excluded.percent, note = excluded.note, id_user = excluded.id_user, updated_at = now()
        returning id`.execute(trx);
      const { count } = await trx
        .selectFrom("progress_entries")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_project", "=", values.id_project)
        .executeTakeFirstOrThrow();
      const most = limits.progress.entries;
      if (count > most) throw new AppError("PROGRESS_FULL", { values: { n: most } });
      return rows[0]?.id ?? 0;
    },

    /** True when another word stands for the same place and that day. */
    async isTaken(trx: Trx, entry: Word & { readonly id: number; readonly id_project: number }) {
      const other = await trx
        .selectFrom("progress_entries")
        .select("id")
        .where("id_project", "=", entry.id_project)
        .where(sql<boolean>`coalesce(id_sheet, 0) = ${entry.id_sheet ?? 0}`)
        .where(sql<boolean>`lower(place) = lower(${entry.place})`)
        .where("on_date", "=", entry.on_date)
        .where("id", "<>", entry.id)
        .executeTakeFirst();
      return other !== undefined;
    },

    async change(trx: Trx, id: number, values: Partial<Pick<EntryRow, "percent" | "on_date" | "note">>) {
      await trx
        .updateTable("progress_entries")
        .set({ ...values, updated_at: sql`now()` })
        .where("id", "=", id)
        .execute();
    },

    remove: (trx: Trx, id: number) => trx.deleteFrom("progress_entries").where("id", "=", id).execute(),
  };
}
