import { randomBytes } from "node:crypto";
import type { LiveRecordings } from "#server/live/engine.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelsChanged } from "./live.events.ts";
import { dropRecordings, keepRecording } from "./live.jobs.ts";
import type { ChannelRow } from "./live.repository.ts";
import type { RecordingRow, Recordings } from "./recordings.ts";

/** Who asks, and from where. */
export interface Asker {
  readonly user: SessionUser;
  readonly request: { readonly ip: string };
}

/**
 * Makes a video of the project of a film on the disk, which has to pass the checks of every uploaded one. `settle` goes
 * with the transaction that makes it. Refusals: `VIDEO_RATIO`, `VIDEO_RESOLUTION` and the like.
 */
export type MakeVideo = (
  film: {
    readonly path: string;
    readonly id_project: number;
    readonly title: string;
    readonly date: Date;
  },
  by: Asker,
  settle: (trx: Trx, id_video: number) => Promise<void>,
) => Promise<number>;

export interface ArchiveOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly archive: Pick<Archive, "keepMade" | "localFile" | "dropFile">;
  readonly segments: LiveRecordings;
  readonly makeVideo: MakeVideo;
}

/** What becomes of a broadcast that was kept: one file, a video perhaps, and nothing once it is deleted. */
export function createRecordingArchive(options: ArchiveOptions & { readonly recordings: Recordings }) {
  const { db, bus, jobs, archive, segments, recordings, makeVideo } = options;

  const placeOf = (trx: Trx, channelId: number) =>
    trx
      .selectFrom("live_channels")
      .select(["id as id_channel", "id_project"])
      .where("id", "=", channelId)
      .executeTakeFirstOrThrow();

  return {
    async keep(id: number, signal?: AbortSignal): Promise<void> {
      const recording = await recordings.byId(id);
      if (recording === undefined || recording.object_key !== null || recording.ended_at === null) return;
      // Named anew by every attempt: two of the same name would not have the same bytes.
      const object_key = `recordings/${id}-${randomBytes(8).toString("hex")}.mp4`;
      const make = (path: string) => segments.writeFile(recording.folder, path, signal);
      const bytes = await archive.keepMade(object_key, make, `recording-${id}`);
      const isStillThere = await db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable("live_recordings")
          .set({ object_key, bytes })
          .where("id", "=", id)
          .where("object_key", "is", null)
          .returning("id_channel")
          .executeTakeFirst();
        if (row !== undefined) await bus.emit(trx, channelsChanged, await placeOf(trx, row.id_channel));
        return row !== undefined;
      });
      if (!isStillThere) return archive.dropFile(object_key);
      await segments.remove(recording.folder);
    },

    /** Removes rows at once, and what they stand for with the transaction's commit. */
    async dropAll(trx: Trx, rows: readonly RecordingRow[]): Promise<void> {
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom("live_recordings").where("id", "in", ids).execute();
      const objects = rows.flatMap(({ object_key }) => object_key ?? []);
      await jobs.send(trx, dropRecordings, { folders: rows.map(({ folder }) => folder), objects });
    },

    async drop({
      folders,
      objects,
    }: {
      folders: readonly string[];
      objects: readonly string[];
    }): Promise<void> {
      for (const folder of folders) await segments.remove(folder);
      for (const object of objects) await archive.dropFile(object);
    },

    /** Those that were being written when the server went down are made files as well. */
    closeOpen: (): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const { id } of await recordings.closeOpen(trx))
          await jobs.send(trx, keepRecording, { id_recording: id }, { key: String(id) });
      }),

    /** The number of the video: the same one when it was made before. */
    async makeVideo(
      channel: ChannelRow,
      { id, ...recording }: RecordingRow,
      title: string,
      by: Asker,
    ): Promise<number> {
      if (recording.id_video !== null) return recording.id_video;
      const file = recording.object_key === null ? null : await archive.localFile(recording.object_key);
      if (file === null) throw new AppError("VIDEO_NOT_READY");
      let earlier: number | null = null;
      try {
        const date = recording.started_at;
        return await makeVideo({ path: file.path, id_project: channel.id_project, title, date }, by, settle);
      } catch (error) {
        if (earlier !== null) return earlier;
        throw error;
      } finally {
        await file.release();
      }

      /** Of two who ask at the same moment, the second gets the first one's. */
      async function settle(trx: Trx, id_video: number): Promise<void> {
        const row = await trx
          .selectFrom("live_recordings")
          .select("id_video")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        earlier = row?.id_video ?? null;
        if (row === undefined || earlier !== null) throw new AppError("CONFLICT");
        await trx.updateTable("live_recordings").set({ id_video }).where("id", "=", id).execute();
        await bus.emit(trx, channelsChanged, { id_project: channel.id_project, id_channel: channel.id });
      }
    },
  };
}
