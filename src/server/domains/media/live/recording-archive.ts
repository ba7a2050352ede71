import { randomBytes } from "node:crypto";
import type { LiveRecordings } from "#server/live/engine.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { channelsChanged } from "./live.events.ts";
import type { ChannelRow } from "./live.repository.ts";
import type { RecordingPieces } from "./recording-pieces.ts";
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
  readonly archive: Pick<Archive, "keepMade" | "localFile" | "dropFile">;
  readonly segments: LiveRecordings;
  readonly makeVideo: MakeVideo;
}

interface Parts {
  readonly recordings: Recordings;
  readonly pieces: Pick<RecordingPieces, "write" | "drop">;
}

type Kept = Pick<RecordingRow, "id" | "folder">;

/** What becomes of a broadcast that was kept: one file, a video perhaps, and nothing once it is deleted. */
export function createRecordingArchive(options: ArchiveOptions & Parts) {
  const { db, bus, archive, segments, recordings, pieces, makeVideo } = options;

  const placeOf = (trx: Trx, channelId: number) =>
    trx
      .selectFrom("live_channels")
      .select(["id as id_channel", "id_project"])
      .where("id", "=", channelId)
      .executeTakeFirstOrThrow();

  /** Harmless when the recording is gone, or was made a file. */
  async function keepAs({ id, folder }: Kept, make: (path: string) => Promise<void>): Promise<void> {
    // Named anew by every attempt: two of the same name would not have the same bytes.
    const object_key = `recordings/${id}-${randomBytes(8).toString("hex")}.mp4`;
    const bytes = await archive.keepMade(object_key, make, `recording-${id}`);
    const isStillThere = await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable("live_recordings")
        // From here on it lies in the store, which is everybody's.
        .set({ object_key, bytes, place: null })
        .where("id", "=", id)
        .where("object_key", "is", null)
        .returning("id_channel")
        .executeTakeFirst();
      if (row !== undefined) await bus.emit(trx, channelsChanged, await placeOf(trx, row.id_channel));
      return row !== undefined;
    });
    if (!isStillThere) return archive.dropFile(object_key);
    await segments.remove(folder);
    await pieces.drop(folder);
  }

  return {
    /** Makes one file of a recording that has ended and lies on this disk. */
    keep: (recording: Kept, signal?: AbortSignal) =>
      keepAs(recording, (path) => segments.writeFile(recording.folder, path, signal)),

    /** The same of one whose disk is gone, as far as it is in the store. */
    rescue: (recording: Kept, signal?: AbortSignal) =>
      keepAs(recording, (path) => pieces.write(recording.folder, path, signal)),

    /**
     * Removes what is left of recordings that are gone, on this disk and in the store. What lies on another disk is its
     * machine's to remove, as soon as that is back.
     */
    async sweep(): Promise<void> {
      const place = await segments.place();
      const left = await db
        .selectFrom("live_leftovers")
        .selectAll()
        .where((or) => or.or([or("place", "=", place), or("place", "is", null)]))
        .limit(500)
        .execute();
      for (const { folder, object_key } of left) {
        await segments.remove(folder);
        await pieces.drop(folder);
        if (object_key !== null) await archive.dropFile(object_key);
        await db.deleteFrom("live_leftovers").where("folder", "=", folder).execute();
      }
    },

    /** Those that were being written on this disk when their writer went down end with what is known of them. */
    async closeOpen(): Promise<void> {
      const place = await segments.place();
      const closed: number[] = [];
      for (const { id, folder } of await recordings.openAt(place))
        if ((await segments.state(folder)) !== "open") closed.push(id);
      await db.transaction().execute(async (trx) => {
        await recordings.close(trx, closed);
        // Disks had no names before: what lies here is here.
        const nameless = await trx
          .selectFrom("live_recordings")
          .select(["id", "folder"])
          .where("place", "is", null)
          .where("object_key", "is", null)
          .execute();
        for (const { id, folder } of nameless)
          if ((await segments.state(folder)) !== "gone")
            await trx.updateTable("live_recordings").set({ place }).where("id", "=", id).execute();
      });
    },

    makeVideo: createVideoMaking({ archive, bus, makeVideo }),
  };
}

export type RecordingArchive = ReturnType<typeof createRecordingArchive>;

/** Returns the number of the video: the same one when it was made before. */
function createVideoMaking({
  archive,
  bus,
  makeVideo,
}: Pick<ArchiveOptions, "archive" | "bus" | "makeVideo">) {
  return async function makeVideoOf(
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
  };
}
