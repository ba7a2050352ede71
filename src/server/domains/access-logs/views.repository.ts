import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import type { VisitorFacts } from "./visitor-facts.ts";
import "./tables.ts";

const { idle, keptDays } = limits.views;
const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);
const day = 86_400_000;

export interface NewView extends VisitorFacts {
  readonly id_visit: number;
  /** Null for a guest. */
  readonly id_user: number | null;
  readonly viewer_hash: Buffer;
}

export interface Heartbeat {
  readonly id: number;
  readonly id_visit: number;
  /** What the browser counted so far. */
  readonly seconds: number;
  readonly id_room: number | undefined;
}

export function createViewsRepository(db: Database) {
  return {
    /** Ever, by the figures of days, which stay; and who was heard of within the last minute. */
    async count(visitId: number, now: Date): Promise<{ count: number; now: number }> {
      const { rows } = await sql<{ count: number; now: number }>`
        select
          (select coalesce(sum(views), 0)::int from visit_view_days where id_visit = ${visitId}) as count,
          (select count(*)::int from visit_views
            where id_visit = ${visitId} and started_at > ${before(now, day)}
              and last_at > ${before(now, idle)}) as now`.execute(db);
      return rows[0] ?? { count: 0, now: 0 };
    },

    /** Whose views are not counted: who made the visit, and who owns its project. */
    async isOwn(visitId: number, userId: number): Promise<boolean> {
      const { rows } = await sql`
        select from visits v where v.id = ${visitId} and (v.id_user = ${userId} or exists (
          select from project_members m
          where m.id_project = v.id_project and m.role = 'owner' and m.id_user = ${userId}))`.execute(db);
      return rows.length > 0;
    },

    /** The view that this browser has going on there. */
    async running(visitId: number, viewerHash: Buffer, now: Date): Promise<number | undefined> {
      const row = await db
        .selectFrom("visit_views")
        .select("id")
        .where("viewer_hash", "=", viewerHash)
        .where("id_visit", "=", visitId)
        .where("last_at", ">", before(now, idle))
        .orderBy("started_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    /** Begins a view, unless this browser has one going on: two tabs at the same moment are one. */
    begin: (view: NewView, now: Date): Promise<number> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${view.viewer_hash.readInt32BE(0)}, ${view.viewer_hash.readInt32BE(4)})`.execute(
          trx,
        );
        const running = await createViewsRepository(trx).running(view.id_visit, view.viewer_hash, now);
        if (running !== undefined) return running;
        const { id } = await trx
          .insertInto("visit_views")
          .values({ ...view, started_at: now, last_at: now })
          .returning("id")
          .executeTakeFirstOrThrow();
        await sql`
          insert into visit_view_days as d (id_visit, day, views, guests)
          values (${view.id_visit}, (${now}::timestamptz at time zone 'UTC')::date, 1, ${view.id_user === null ? 1 : 0})
          on conflict (id_visit, day) do update
            set views = d.views + 1, guests = d.guests + excluded.guests`.execute(trx);
        return id;
      }),

    /**
     * A view goes on. Its duration never shrinks and never passes the time since it began, whatever the browser says;
     * one that has been silent for a minute is over and stays as it is.
     */
    async beat({ id, id_visit, seconds, id_room }: Heartbeat, now: Date): Promise<void> {
      await sql`
        with before as (
          select id, duration_seconds from visit_views
          where id = ${id} and id_visit = ${id_visit} and last_at > ${before(now, idle)} for update),
        beat as (
          update visit_views v set
            last_at = greatest(v.last_at, ${now}::timestamptz),
            duration_seconds = greatest(v.duration_seconds,
              least(${seconds}::float8, extract(epoch from ${now}::timestamptz - v.started_at)::float8)),
            rooms = case
              when ${id_room ?? null}::bigint is null or v.rooms @> array[${id_room ?? null}::bigint] then v.rooms
              when exists (select from rooms r where r.id = ${id_room ?? null} and r.id_visit = v.id_visit)
                then v.rooms || ${id_room ?? null}::bigint
              else v.rooms end
          from before where v.id = before.id
          returning v.id_visit, v.started_at, v.duration_seconds - before.duration_seconds as more)
        update visit_view_days d set seconds = d.seconds + beat.more
        from beat
        where d.id_visit = beat.id_visit and d.day = (beat.started_at at time zone 'UTC')::date
          and beat.more > 0`.execute(db);
    },

    /** Removes views that were kept for their days; the figures of their days stay. */
    async prune(now: Date): Promise<void> {
      await db
        .deleteFrom("visit_views")
        .where("started_at", "<", before(now, keptDays * day))
        .execute();
    },
  };
}

export type ViewsRepository = ReturnType<typeof createViewsRepository>;
