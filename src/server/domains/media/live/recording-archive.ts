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

/** The requesting user and their address. */
export interface Asker {
  readonly user: SessionUser;
  readonly request: { readonly ip: string };
}

/**
 * Makes a project video of a file on the disk, which has to pass the checks of every upload. `settle` runs in the
 * transaction that creates it. Throws `VIDEO_RATIO`, `VIDEO_RESOLUTION` and the like.
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

/** Recordings of broadcasts: conversion to one file, an optional video, and the cleanup after deletion. */
export function createRecordingArchive(options: ArchiveOptions & Parts) {
  const { db, bus, archive, segments, recordings, pieces, makeVideo } = options;

  const placeOf = (trx: Trx, channelId: number) =>
    trx
      .selectFrom("live_channels")
      .select(["id as id_channel", "id_project"])
      .where("id", "=", channelId)
      .executeTakeFirstOrThrow();

  /** A no-op when the recording was deleted or already converted. */
  async function keepAs({ id, folder }: Kept, make: (path: string) => Promise<void>): Promise<void> {
    // A new name for every attempt: two attempts do not produce the same bytes.
    const object_key = `recordings/${id}-${randomBytes(8).toString("hex")}.mp4`;
    const bytes = await archive.keepMade(object_key, make, `recording-${id}`);
    const isStillThere = await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable("live_recordings")
        // From here on it is in the store, shared by all machines.
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
    /** Converts a recording on this disk that has ended to one file. */
    keep: (recording: Kept, signal?: AbortSignal) =>
      keepAs(recording, (path) => segments.writeFile(recording.folder, path, signal)),

    /** The same for a recording whose disk is gone, as far as it is in the store. */
    rescue: (recording: Kept, signal?: AbortSignal) =>
      keepAs(recording, (path) => pieces.write(recording.folder, path, signal)),

    /**
     * Deletes remains of deleted recordings, on this disk and in the store. Remains on another disk are deleted by its
     * machine, once it is back.
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

    /** Closes recordings on this disk that were open when their writer crashed, with their last known length. */
    async closeOpen(): Promise<void> {
      const place = await segments.place();
      const closed: number[] = [];
      for (const { id, folder } of await recordings.openAt(place))
        if ((await segments.state(folder)) !== "open") closed.push(id);
      await db.transaction().execute(async (trx) => {
        await recordings.close(trx, closed);
        // Rows from before disks had ids: they are on this disk.
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

/** Returns the id of the video: the same one when it was made before. */
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

    /** Of two parallel requests, the second gets the first one's. */
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
