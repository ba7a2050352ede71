import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { type Ffmpeg, FfmpegFailed } from "../ffmpeg/ffmpeg.ts";
import type { ObjectStore } from "../store.ts";
import { filmFiles, filmKey, type Rung, rungs, rungsOf } from "./film-files.ts";
import { makeRendition, makeStills, type RenditionOptions } from "./rendition.ts";
import type { FilmRendition, FilmRow } from "./tables.ts";

/**
 * Change of a video: it has stills or another size, its sizes made progress, all work is done, or nothing can be made
 * of it.
 */
export type FilmChange = "added" | "progress" | "ready" | "failed";
/** Called in the transaction that writes the change. */
export type FilmChanged = (trx: Trx, sha256: string, change: FilmChange) => Promise<void>;

export interface FilmBuilderOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly ffmpeg: Ffmpeg;
  readonly log: Log;
  /** Folder for incomplete sizes, on the store's volume. */
  readonly directory: string;
  readonly changed: FilmChanged;
}

/** Number of ffmpeg failures on a video before only the original is kept. */
const MAX_ATTEMPTS = 4;
/** Milliseconds between two progress reports. */
const TELL_EVERY = 4000;

/** The video is at fault: no picture can be read from it. */
class NoPicture extends Error {
  override name = "NoPicture";
}

/**
 * Makes a video's stills and sizes, each published as soon as it exists, and settles it. Does nothing for one that is
 * settled or deleted, and makes no existing size again. Throws when it must be retried.
 */
export function createFilmBuilder(options: FilmBuilderOptions) {
  const { db, store, ffmpeg, log } = options;

  return async function buildFilm(sha256: string, signal?: AbortSignal): Promise<void> {
    const row = await db.selectFrom("films").selectAll().where("sha256", "=", sha256).executeTakeFirst();
    if (row?.state !== "processing") return;
    if (row.attempts >= MAX_ATTEMPTS)
      return settle(options, row, row.has_poster ? "VIDEO_SIZES" : "VIDEO_UNREADABLE");
    if ((await ffmpeg.version()) === null) return settle(options, row, "FFMPEG_MISSING");
    // ffmpeg reads an index at the end as well as one in front.
    const film = await store.localFile(filmKey(sha256, row.index_move?.of ?? filmFiles.film));
    if (film === null) throw new Error(`film ${sha256} is not in the store`);
    try {
      await buildAll(options, row, film.path, signal);
      await settle(options, row, null);
    } catch (error) {
      if (error instanceof NoPicture) {
        log.warn({ sha256, reason: error.message }, "media: a film without pictures");
        return await settle(options, row, "VIDEO_UNREADABLE");
      }
      if (error instanceof FfmpegFailed && !error.isFull)
        await db
          .updateTable("films")
          .set({ attempts: sql`attempts + 1` })
          .where("sha256", "=", sha256)
          .execute();
      throw error;
    } finally {
      await film.release();
    }
  };
}

async function buildAll(
  options: FilmBuilderOptions,
  row: FilmRow,
  source: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const work = join(options.directory, randomUUID());
  const run = { ffmpeg: options.ffmpeg, source, signal };
  try {
    if (!row.has_poster) await addStills(options, row, { ...run, directory: join(work, "stills") });
    let made = [...row.renditions];
    for (const rung of rungsOf(row)) {
      if (made.some(({ width }) => width === rung.width)) continue;
      made = await addRung(options, row, rung, made, { ...run, directory: join(work, String(rung.width)) });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function addStills(options: FilmBuilderOptions, row: FilmRow, run: RenditionOptions): Promise<void> {
  await mkdir(run.directory, { recursive: true });
  const isMade = await makeStills(run, row).catch((error: unknown) => {
    if (error instanceof FfmpegFailed && error.isVerdict) throw new NoPicture(error.message);
    throw error;
  });
  if (!isMade) throw new NoPicture("not one frame");
  for (const name of [filmFiles.poster, filmFiles.thumbnail])
    await options.store.putFile(filmKey(row.sha256, name), join(run.directory, name));
  await publish(options, row.sha256, { has_poster: true }, "added");
}

async function addRung(
  options: FilmBuilderOptions,
  row: FilmRow,
  rung: Rung,
  made: readonly FilmRendition[],
  run: RenditionOptions,
): Promise<FilmRendition[]> {
  const before = rungs.filter(({ width }) => made.some((one) => one.width === width));
  const done = before.reduce((sum, { share }) => sum + share, 0);
  let told = performance.now();
  let telling = Promise.resolve();
  const rendition = await makeRendition(run, row, rung, (seconds) => {
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    const progress = done + rung.share * Math.min(1, seconds / row.seconds);
    // A lost report is harmless.
    telling = telling.then(() =>
      publish(options, row.sha256, { progress }, "progress").catch((error: unknown) =>
        options.log.warn({ sha256: row.sha256, error: String(error) }, "media: progress not written"),
      ),
    );
  });
  await telling;
  await options.store.putDirectory(filmKey(row.sha256, String(rung.width)), run.directory);
  const renditions = [...made, rendition].toSorted((one, other) => one.width - other.width);
  await publish(
    options,
    row.sha256,
    { renditions: JSON.stringify(renditions), progress: Math.min(1, done + rung.share) },
    "added",
  );
  return renditions;
}

async function publish(
  { db, changed }: FilmBuilderOptions,
  sha256: string,
  values: { has_poster?: boolean; progress?: number; renditions?: string },
  change: FilmChange,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("films")
      .set(values)
      .where("sha256", "=", sha256)
      .where("state", "=", "processing")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await changed(trx, sha256, change);
  });
}

/** A video that plays in its original form is ready whatever became of its sizes; the problem is stored with it. */
async function settle(
  { db, changed, log }: FilmBuilderOptions,
  { sha256, is_playable }: FilmRow,
  problem: ErrorCode | null,
): Promise<void> {
  const isReady = problem === null || (problem !== "VIDEO_UNREADABLE" && is_playable);
  const state = isReady ? "ready" : "failed";
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("films")
      .set({ state, problem, progress: 1 })
      .where("sha256", "=", sha256)
      .where("state", "=", "processing")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await changed(trx, sha256, state);
  });
  log.info({ sha256, state, problem }, "media: a film is settled");
}
