import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { maySee } from "../snags/points.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "../snags/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";
import "./tables.ts";
import type { SnagWeek, VisitOnLine } from "./progress.repository.ts";

/** Limits of the visits on the time line and of the weeks of snags: the newest of each. */
export const shown = { visits: 500, weeks: 104 };

/** Progress data derived from visits and snags. */
export const seenProgress = (db: Database) => ({
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
   * Snags opened and closed by week (Monday to Sunday, UTC), without a gap from the first one's week to that of
   * `until`; only those that this user may see.
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
});
