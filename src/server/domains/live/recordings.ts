import { type Selectable, sql } from "kysely";
import type { Recording } from "#contract/live.ts";
import type { LiveEvent } from "#server/live/engine.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { offsetOf, type PageRequest } from "#server/platform/paging.ts";
import { keepRecording } from "./live.jobs.ts";
import type { LiveRecordingsTable } from "./tables.ts";
import "./tables.ts";

export type RecordingRow = Selectable<LiveRecordingsTable>;

/**
 * Writes down how far a recording is; with its end, the job that makes one file of it. Told twice, or an older after a
 * newer, nothing is lost: it never shrinks, and what has ended stays so.
 */
export async function noteRecording(
  trx: Trx,
  jobs: Pick<Jobs, "send">,
  channel: { readonly id: number },
  event: Extract<LiveEvent, { kind: "recording" }>,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; is_open: boolean; is_kept: boolean; is_known: boolean }>`
    insert into live_recordings as r (id_channel, folder, started_at, ended_at, seconds, bytes, width, height)
    values (${channel.id}, ${event.folder}, ${event.startedAt}, ${event.endedAt}, ${event.seconds}, ${event.bytes},
      ${event.width}, ${event.height})
    on conflict (folder) do update set
      ended_at = coalesce(excluded.ended_at, r.ended_at),
      seconds = greatest(r.seconds, excluded.seconds),
      bytes = case when r.object_key is null then greatest(r.bytes, excluded.bytes) else r.bytes end,
      width = greatest(r.width, excluded.width),
      height = greatest(r.height, excluded.height)
    where r.id_channel = ${channel.id}
    returning id, ended_at is null as is_open, object_key is not null as is_kept, xmax <> 0 as is_known`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) return false;
  if (!row.is_open && !row.is_kept)
    await jobs.send(trx, keepRecording, { id_recording: row.id }, { key: String(row.id) });
  return !row.is_known || !row.is_open;
}

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

    byId: (id: number): Promise<RecordingRow | undefined> =>
      db.selectFrom("live_recordings").selectAll().where("id", "=", id).executeTakeFirst(),

    ofChannel: (trx: Trx, channelId: number): Promise<RecordingRow[]> =>
      trx.selectFrom("live_recordings").selectAll().where("id_channel", "=", channelId).execute(),

    /** Those that were being written when the server went down end with what is known of them; theirs are the jobs now. */
    closeOpen: (trx: Trx): Promise<{ id: number }[]> =>
      trx
        .updateTable("live_recordings")
        .set({ ended_at: sql<Date>`started_at + make_interval(secs => seconds)` })
        .where("ended_at", "is", null)
        .returning("id")
        .execute(),
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
