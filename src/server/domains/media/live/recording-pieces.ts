import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { LiveEvent, LiveRecordings } from "#server/live/engine.ts";
import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";

export interface RecordingPiecesOptions {
  readonly db: Database;
  readonly log: Log;
  readonly archive: Pick<Archive, "keepMade" | "keptNames" | "keptFile" | "dropFile">;
  readonly segments: Pick<LiveRecordings, "copy" | "finish">;
  /** Whether other machines read the same store; in a local store pieces would be of no use. */
  readonly isShared: boolean;
}

const ROOT = "recordings/pieces";
/** Keeps a temporary file small. */
const MOST = 64 * 2 ** 20;
/** Milliseconds for which shutdown waits for the store; the rest waits on the disk. */
const PATIENCE = 8000;

/**
 * Copies recordings that are safely on their disk to the shared store, some seconds later: a machine that never comes
 * back loses no more than those. Pieces are named by their start, and deleted once there is one file.
 */
export function createRecordingPieces({ db, log, archive, segments, isShared }: RecordingPiecesOptions) {
  const flushed = new Map<string, number>();
  const waiting = new Map<string, number>();
  let running: Promise<void> | undefined;

  const prefixOf = (folder: string) => `${ROOT}/${folder}`;
  const nameOf = (offset: number) => String(offset).padStart(15, "0");

  async function flush(folder: string, until: number): Promise<void> {
    for (let from = flushed.get(folder) ?? 0; from < until; from = flushed.get(folder) ?? until) {
      const to = Math.min(until, from + MOST);
      const key = `${prefixOf(folder)}/${nameOf(from)}`;
      await archive.keepMade(key, (path) => segments.copy(folder, path, from, to), `piece-${folder}`);
      flushed.set(folder, to);
    }
  }

  /** Runs one at a time; data that arrived meanwhile goes with the next piece. */
  async function run(): Promise<void> {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [folder, until] = next;
      waiting.delete(folder);
      // Retried with its next event.
      await flush(folder, until).catch((error: unknown) =>
        log.warn({ error, folder }, "live: part of a recording could not be stored"),
      );
    }
  }

  return {
    /** Receives all broadcast events. */
    tell(event: LiveEvent): void {
      if (!isShared || event.kind !== "recording" || event.bytes === 0) return;
      waiting.set(event.folder, event.bytes);
      running ??= run().finally(() => {
        running = undefined;
      });
    },

    /** Resolves once everything received so far is in the store, or after the time limit. */
    settled: async (): Promise<void> =>
      void (await Promise.race([running, new Promise((done) => setTimeout(done, PATIENCE).unref())])),

    /** Whether any piece of a recording is in the store. */
    has: async (folder: string): Promise<boolean> =>
      isShared && (await archive.keptNames(prefixOf(folder))).length > 0,

    /** Writes the stored pieces of a recording to `path`, as a video. */
    async write(folder: string, path: string, signal?: AbortSignal): Promise<void> {
      const whole = `${path}.whole`;
      try {
        let end = 0;
        for (const name of await archive.keptNames(prefixOf(folder))) {
          const piece = await archive.keptFile(`${prefixOf(folder)}/${name}`);
          // Data after a gap cannot be played.
          if (piece === null || Number(name) !== end) break;
          await pipeline(await piece.open(), createWriteStream(whole, { flags: end === 0 ? "w" : "a" }));
          end += piece.bytes;
        }
        await segments.finish(whole, path, signal);
      } finally {
        await rm(whole, { force: true });
      }
    },

    async drop(folder: string): Promise<void> {
      if (!isShared) return;
      waiting.delete(folder);
      flushed.delete(folder);
      await running;
      await archive.dropFile(prefixOf(folder));
    },

    /** Deletes the pieces of recordings that are one file, or were deleted. */
    async sweep(): Promise<void> {
      if (!isShared) return;
      for (const folder of await archive.keptNames(ROOT)) {
        const waits = await db
          .selectFrom("live_recordings")
          .select("id")
          .where("folder", "=", folder)
          .where("object_key", "is", null)
          .executeTakeFirst();
        if (waits === undefined) await archive.dropFile(prefixOf(folder));
      }
    },
  };
}

export type RecordingPieces = ReturnType<typeof createRecordingPieces>;
