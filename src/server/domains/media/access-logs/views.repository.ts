import { type RawBuilder, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import type { VisitorFacts } from "#server/platform/visitor-facts.ts";
import type { ViewKind } from "./view-kinds.ts";
import "./tables.ts";

const { idle, keptDays } = limits.views;
const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);
const day = 86_400_000;

export interface NewView extends VisitorFacts {
  /** The visit or video. */
  readonly of: number;
  /** Null for a guest. */
  readonly id_user: number | null;
  readonly viewer_hash: Buffer;
}

export interface Heartbeat {
  readonly id: number;
  readonly of: number;
  /** Seconds counted by the browser so far. */
  readonly seconds: number;
  readonly id_room: number | undefined;
}

export function createViewsRepository(db: Database, kind: ViewKind) {
  const { things, views, days, id: thing, hasRooms } = kind;
  return {
    /** All-time count, by the daily statistics, which are kept; and viewers active within the last minute. */
    async count(of: number, now: Date): Promise<{ count: number; now: number }> {
      const { rows } = await sql<{ count: number; now: number }>`
        select
          (select coalesce(sum(views), 0)::int from ${days} where ${thing} = ${of}) as count,
          (select count(*)::int from ${views}
            where ${thing} = ${of} and started_at > ${before(now, day)}
              and last_at > ${before(now, idle)}) as now`.execute(db);
      return rows[0] ?? { count: 0, now: 0 };
    },

    /** Whether the user's views are not counted: those of the item's author and of its project's owner. */
    async isOwn(of: number, userId: number): Promise<boolean> {
      const { rows } = await sql`
        select from ${things} v where v.id = ${of} and (v.id_user = ${userId} or exists (
          select from project_members m
          where m.id_project = v.id_project and m.role = 'owner' and m.id_user = ${userId}))`.execute(db);
      return rows.length > 0;
    },

    /** The running view of this browser. */
    async running(of: number, viewerHash: Buffer, now: Date): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`
        select id from ${views}
        where viewer_hash = ${viewerHash} and ${thing} = ${of} and last_at > ${before(now, idle)}
        order by started_at desc limit 1`.execute(db);
      return rows[0]?.id;
    },

    /** Starts a view, unless this browser has a running one: two tabs at the same moment are one. */
    begin: (view: NewView, now: Date): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const { of, id_user, viewer_hash, address, browser, device } = view;
        await sql`select pg_advisory_xact_lock(${viewer_hash.readInt32BE(0)}, ${viewer_hash.readInt32BE(4)})`.execute(
          trx,
        );
        const running = await createViewsRepository(trx, kind).running(of, viewer_hash, now);
        if (running !== undefined) return running;
        const { rows } = await sql<{ id: number }>`
          with view as (
            insert into ${views} (${thing}, id_user, viewer_hash, address, browser, device, started_at, last_at)
            values (${of}, ${id_user}, ${viewer_hash}, ${address}, ${browser}, ${device}, ${now}, ${now})
            returning id),
          day as (
            insert into ${days} as d (${thing}, day, views, guests)
            values (${of}, (${now}::timestamptz at time zone 'UTC')::date, 1, ${id_user === null ? 1 : 0})
            on conflict (${thing}, day) do update
              set views = d.views + 1, guests = d.guests + excluded.guests)
          select id from view`.execute(trx);
        return rows[0]?.id ?? 0;
      }),

    /**
     * Extends a view. Its duration never shrinks and never exceeds the time since it began, whatever the browser sends;
     * after a minute of silence it has ended and stays unchanged.
     */
    async beat({ id, of, seconds, id_room }: Heartbeat, now: Date): Promise<void> {
      await sql`
        with before as (
          select id, duration_seconds from ${views}
          where id = ${id} and ${thing} = ${of} and last_at > ${before(now, idle)} for update),
        beat as (
          update ${views} v set
            last_at = greatest(v.last_at, ${now}::timestamptz),
            duration_seconds = greatest(v.duration_seconds,
              least(${seconds}::float8, extract(epoch from ${now}::timestamptz - v.started_at)::float8))
            ${hasRooms ? walked(id_room ?? null) : sql``}
          from before where v.id = before.id
          returning v.${thing} as thing, v.started_at, v.duration_seconds - before.duration_seconds as more)
        update ${days} d set seconds = d.seconds + beat.more
        from beat
        where d.${thing} = beat.thing and d.day = (beat.started_at at time zone 'UTC')::date
          and beat.more > 0`.execute(db);
    },

    /** Ends a view at once, without waiting for the minute of silence. */
    async end(id: number, of: number, now: Date): Promise<void> {
      await sql`
        update ${views} set last_at = least(last_at, ${before(now, idle)}::timestamptz)
        where id = ${id} and ${thing} = ${of}`.execute(db);
    },

    /** Deletes views after their retention period; the daily statistics stay. Returns the number deleted. */
    async prune(now: Date, afterDays: number = keptDays): Promise<number> {
      const { numAffectedRows } =
        await sql`delete from ${views} where started_at < ${before(now, afterDays * day)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** Records the viewed room, once, if it belongs to the visit. */
const walked = (room: number | null): RawBuilder<unknown> => sql`,
  rooms = case
    when ${room}::bigint is null or v.rooms @> array[${room}::bigint] then v.rooms
    when exists (select from rooms r where r.id = ${room} and r.id_visit = v.id_visit)
      then v.rooms || ${room}::bigint
    else v.rooms end`;

export type ViewsRepository = ReturnType<typeof createViewsRepository>;
