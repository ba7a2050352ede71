import { type Selectable, sql } from "kysely";
import type { Recording } from "#contract/live.ts";
import type { LiveEvent } from "#server/live/engine.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { offsetOf, type PageRequest } from "#server/platform/paging.ts";
import type { LiveRecordingsTable } from "./tables.ts";
import "./tables.ts";

export type RecordingRow = Selectable<LiveRecordingsTable>;

/**
 * Stores the progress of a recording on the disk `place`; an ended one then waits for its conversion to one file. Safe
 * for repeated and out-of-order events: the length never shrinks, and an ended recording stays ended.
 */
export async function noteRecording(
  trx: Trx,
  channel: { readonly id: number },
  event: Extract<LiveEvent, { kind: "recording" }>,
  { place, self }: { readonly place: string; readonly self: string },
): Promise<boolean> {
  // Deleted by a user while this node was away.
  const isGone = await trx
    .selectFrom("live_leftovers")
    .select("folder")
    .where("folder", "=", event.folder)
    .executeTakeFirst();
  if (isGone !== undefined) return false;
  const { rows } = await sql<{ is_open: boolean; is_known: boolean }>`
    insert into live_recordings as r (id_channel, folder, place, id_node, started_at, ended_at, seconds, bytes, width, height)
    values (${channel.id}, ${event.folder}, ${place}, ${self}, ${event.startedAt}, ${event.endedAt}, ${event.seconds},
      ${event.bytes}, ${event.width}, ${event.height})
    on conflict (folder) do update set
      ended_at = coalesce(excluded.ended_at, r.ended_at),
      seconds = greatest(r.seconds, excluded.seconds),
      bytes = case when r.object_key is null then greatest(r.bytes, excluded.bytes) else r.bytes end,
      width = greatest(r.width, excluded.width),
      height = greatest(r.height, excluded.height),
      id_node = excluded.id_node,
      place = case when r.object_key is null then excluded.place else r.place end
    where r.id_channel = ${channel.id}
    returning ended_at is null as is_open, xmax <> 0 as is_known`.execute(trx);
  const [row] = rows;
  if (row === undefined) return false;
  return !row.is_known || !row.is_open;
}

const knownEnd = sql<Date>`started_at + make_interval(secs => seconds)`;

export function createRecordings(db: Database) {
  return {
    async list(channelId: number, page: PageRequest): Promise<{ rows: RecordingRow[]; total: number }> {
      const rows = await db
        .selectFrom("live_recordings")
        .selectAll()
        .where("id_channel", "=", channelId)
        .orderBy("id", "desc")
        .limit(page.per_page)
        .offset(offsetOf(page))
        .execute();
      const { total } = await db
        .selectFrom("live_recordings")
        .select(sql<number>`count(*)`.as("total"))
        .where("id_channel", "=", channelId)
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    find: (channelId: number, id: number): Promise<RecordingRow | undefined> =>
      db
        .selectFrom("live_recordings")
        .selectAll()
        .where("id", "=", id)
        .where("id_channel", "=", channelId)
        .executeTakeFirst(),

    /** Its remains on a disk and in the store are deleted with the next check there. */
    remove: (trx: Trx, id: number) => trx.deleteFrom("live_recordings").where("id", "=", id).execute(),

    /** Open recordings on a disk, and those without a known disk. */
    openAt: (place: string): Promise<RecordingRow[]> =>
      db
        .selectFrom("live_recordings")
        .selectAll()
        .where("ended_at", "is", null)
        .where((or) => or.or([or("place", "=", place), or("place", "is", null)]))
        .execute(),

    /** Closes them with their last known length. Later reports still count. */
    async close(trx: Trx, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await trx
        .updateTable("live_recordings")
        .set({ ended_at: knownEnd })
        .where("ended_at", "is", null)
        .where("id", "in", ids)
        .execute();
    },

    /** The same for those written by nodes that are not `alive`; returns their channels. */
    async closeMissed(alive: readonly string[]): Promise<{ id_channel: number; id_project: number }[]> {
      const { rows } = await sql<{ id_channel: number; id_project: number }>`
        update live_recordings r set ended_at = ${knownEnd} from live_channels c
        where c.id = r.id_channel and r.ended_at is null and r.id_node <> all(${alive})
        returning r.id_channel, c.id_project`.execute(db);
      return rows;
    },
  };
}

export type Recordings = ReturnType<typeof createRecordings>;

export function wireRecording(row: RecordingRow, address: (objectKey: string) => string): Recording {
  return {
    id: row.id,
    id_recording: row.id,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    seconds: row.seconds,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    is_open: row.ended_at === null,
    url: row.object_key === null ? null : address(row.object_key),
    id_video: row.id_video,
  };
}
