import { type RawBuilder, sql } from "kysely";
import type { CameraState } from "#contract/choices.ts";
import { hasMoreProjects } from "#server/domains/sites/projects/number-of-projects.ts";
import { type SiteDays, todayIn } from "#server/domains/sites/projects/site-days.ts";
import { maySee } from "#server/domains/work/snags/points.ts";
import { talliesFor } from "#server/domains/work/snags/tallies.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { fewProjects, keepSums } from "./kept-sums.ts";
import "#server/domains/media/cctv/tables.ts";
import "#server/domains/media/live/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/work/snags/tables.ts";

export interface SnagCounts {
  readonly open: number;
  readonly overdue: number;
  readonly due_soon: number;
  readonly mine: number;
  readonly critical: number;
}

export interface CameraStillRow {
  readonly id: number;
  readonly name: string;
  readonly project_name: string;
  readonly state: CameraState;
  readonly last_seen_at: Date | null;
  /** Key in the object store. */
  readonly still: string | null;
}

/** Limit of rows in each part: readable at a glance. */
const shown = { snags: 6, cameras: 8, live: 12 };
const byPriority = sql`array_position(array['critical', 'high', 'normal', 'low'], s.priority)`;
/** Days ahead that count as "soon". */
const soon = 7;

/** Rows of `t` in a project that is not in the bin, with the reader's membership `m`. */
const inProjects = (user: SessionUser): RawBuilder<unknown> =>
  sql`join projects p on p.id = t.id_project and p.deleted_at is null
    left join project_members m on m.id_project = p.id and m.id_user = ${user.id}`;

/** The right that lists of the same kind require from a member, too. */
const holds = (user: SessionUser, grant: string): RawBuilder<boolean> =>
  user.super_admin ? sql<boolean>`true` : sql<boolean>`${grant} = any (m.grants)`;

/** Open snags that the policy of snags shows to this user. */
const openSnags = (db: Database, user: SessionUser) =>
  db
    .selectFrom("snags as s")
    .innerJoin("projects as p", "p.id", "s.id_project")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .where("p.deleted_at", "is", null)
    .where("s.status", "<>", "closed")
    .$if(!user.super_admin, (query) => query.where(maySee(user)));

type Dated = Pick<SnagCounts, "overdue" | "due_soon">;

/** Snags are overdue by the current day of their project. */
const countDated = (db: Database, user: SessionUser, days: SiteDays): Promise<Dated> =>
  openSnags(db, user)
    .select([
      sql<number>`count(*) filter (where s.due_date < ${todayIn(days)})`.as("overdue"),
      sql<number>`count(*) filter (where s.due_date >= ${todayIn(days)})`.as("due_soon"),
    ])
    // The latest day that begins anywhere: an index knows the days, not the time zones.
    .where("s.due_date", "<=", sql<string>`${days.latest}::date + ${soon}::int`)
    .where("s.due_date", "<=", sql<string>`${todayIn(days)} + ${soon}::int`)
    .executeTakeFirstOrThrow();

/** The numbers of dated snags read each of them: for users of many projects they are kept. */
function createSnagCounts(db: Database, clock: Clock) {
  const kept = keepSums<Dated>(clock);
  return async (user: SessionUser, days: SiteDays): Promise<SnagCounts> => {
    const count = () => countDated(db, user, days);
    const [{ rows }, dated, own] = await Promise.all([
      sql<Pick<SnagCounts, "open" | "critical">>`
        select coalesce(sum(count), 0)::int as open,
          coalesce(sum(count) filter (where priority = 'critical'), 0)::int as critical
        from ${talliesFor(user)} t where status <> 'closed'`.execute(db),
      hasMoreProjects(db, user, fewProjects).then((isMany) => (isMany ? kept.of(user.id, count) : count())),
      openSnags(db, user)
        .select(sql<number>`count(*)`.as("mine"))
        .where("s.id_assignee", "=", user.id)
        .executeTakeFirstOrThrow(),
    ]);
    return { open: 0, critical: 0, ...rows[0], ...dated, ...own };
  };
}

export function createDashboardRepository(db: Database, clock: Clock) {
  return {
    snagCounts: createSnagCounts(db, clock),

    /**
     * Overdue ones first, the longest overdue before the others; then by priority and due date. Mostly the first are
     * enough, which an index has in their order.
     */
    async pressingSnags(user: SessionUser, days: SiteDays) {
      // A kept plan reads all open snags of a user's projects, which may be 1,000.
      const some = (limit: number) =>
        openSnags(db, user)
          .modifyFront(plannedEachTime)
          .select(["s.id", "s.number", "s.title", "s.status", "s.priority", "s.due_date", "s.id_project"])
          .select([
            "p.name as project_name",
            sql<number | null>`${todayIn(days)} - s.due_date`.as("days_late"),
          ])
          .limit(limit);
      const overdue = await some(shown.snags)
        .where("s.due_date", "<", sql<string>`${days.latest}::date`)
        .where("s.due_date", "<", todayIn(days))
        .orderBy(sql`s.due_date, ${byPriority}, s.id desc`)
        .execute();
      if (overdue.length === shown.snags) return overdue;
      const others = await some(shown.snags - overdue.length)
        .where(sql<boolean>`(s.due_date is null or s.due_date >= ${todayIn(days)})`)
        .orderBy(sql`${byPriority}, s.due_date nulls last, s.id desc`)
        .execute();
      return [...overdue, ...others];
    },

    async cameras(user: SessionUser): Promise<{ total: number; up: number; down: number }> {
      const { rows } = await sql<{ total: number; up: number; down: number }>`
        select count(*) as total, count(*) filter (where t.state = 'up') as up,
          count(*) filter (where t.state = 'down') as down
        from cameras t ${inProjects(user)} where ${holds(user, "cameras.view")}`.execute(db);
      return rows[0] ?? { total: 0, up: 0, down: 0 };
    },

    /** Failures first. */
    async cameraStills(user: SessionUser): Promise<readonly CameraStillRow[]> {
      const { rows } = await sql<CameraStillRow>`
        select t.id, t.name, t.project_name, t.state, t.last_seen_at, coalesce(k.thumbnail, t.thumbnail) as still
        from (select t.*, p.name as project_name from cameras t ${inProjects(user)}
          where ${holds(user, "cameras.view")}
          order by array_position(array['down', 'refused', 'unknown', 'up'], t.state), t.name collate "und-x-icu", t.id
          limit ${shown.cameras}) t
        left join lateral (select k.thumbnail from camera_stills k where k.id_camera = t.id
          order by k.taken_at desc limit 1) k on true
        order by array_position(array['down', 'refused', 'unknown', 'up'], t.state), t.name collate "und-x-icu", t.id`.execute(
        db,
      );
      return rows;
    },

    /** Channels that are on air now, the most recently started first. */
    async live(user: SessionUser) {
      const { rows } = await sql<{ id: number; code: string; name: string; project_name: string }>`
        select t.id, t.code, t.name, p.name as project_name from live_channels t ${inProjects(user)}
        where t.state in ('live', 'stale', 'interrupted') and ${holds(user, "live.view")}
        order by t.state_at desc, t.id desc limit ${shown.live}`.execute(db);
      return rows;
    },
  };
}
