import { randomUUID } from "node:crypto";
import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import type { Ffmpeg } from "../ffmpeg/ffmpeg.ts";
import { asStorageFull, refuseWhenNearlyFull } from "../receive.ts";
import type { ObjectStore } from "../store.ts";
import { filmFiles, filmKey } from "./film-files.ts";
import type { FilmMove } from "./moved-index.ts";
import { BadFilm } from "./mp4/bad-film.ts";
import { indexForFront, isInFront } from "./mp4/faststart.ts";
import { checkFilm, type FilmFacts, type FilmLimits, readFilm } from "./mp4/film-facts.ts";
import { joinFragments } from "./mp4/fragments.ts";
import { layoutOf } from "./mp4/top-level.ts";

/** A validated video in the store; deleted after a day, unless it is claimed. */
export interface KeptFilm extends FilmFacts {
  readonly sha256: string;
  readonly bytes: number;
}

/** A completely received file. */
export interface FilmFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface KeepFilmOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly ffmpeg: Ffmpeg;
  readonly log: Log;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
}

/** Held to the end of the transaction: storing and sweeping a video are mutually exclusive. */
export async function lockFilm(trx: Trx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`film:${sha256}`}, 0))`.execute(trx);
}

/** Creates `keepFilm`; see `Films`. */
export function createFilmKeeper(options: KeepFilmOptions) {
  const { db, store, log, directory } = options;

  return async function keepFilm(file: FilmFile, limits: FilmLimits): Promise<KeptFilm> {
    if (file.bytes === 0) throw new AppError("FILE_EMPTY");
    const work = join(directory, randomUUID());
    try {
      await refuseWhenNearlyFull({ directory });
      await mkdir(work);
      const made = await playable(file.path, work, limits);
      const { sha256, bytes } = file;
      const kept: KeptFilm = { ...made.facts, sha256, bytes };
      if (!kept.is_playable && (await options.ffmpeg.version()) === null)
        throw new BadFilm("VIDEO_CODEC", `${kept.codec}, and no ffmpeg`);
      // Committed before the objects are put: from then on a sweep leaves both alone for a day.
      await db.transaction().execute((trx) => writeRow(trx, kept));
      await store.putFile(filmKey(sha256, filmFiles.original), file.path);
      await putPlayable(options, sha256, made);
      return kept;
    } catch (error) {
      if (!(error instanceof BadFilm)) throw asStorageFull(error);
      log.info({ sha256: file.sha256, refusal: error.refusal, reason: error.message }, "media: no film");
      throw refused(error, limits.seconds);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

function refused(error: BadFilm, seconds: number): AppError {
  const values = error.refusal === "VIDEO_DURATION" ? { n: seconds } : {};
  return new AppError(error.refusal, { cause: error, values });
}

/** The form in which browsers play it at once. */
interface Playable {
  readonly facts: FilmFacts;
  /** The unfragmented video, a file of this machine. */
  readonly path: string;
  readonly move: FilmMove;
  /** The index for the front, a file; null when it is there already. */
  readonly index: string | null;
}

/**
 * Validates it. Unless its index is in front, an index for the front is written, and that alone: half a gigabyte need
 * not be copied for some hundred kilobytes.
 */
async function playable(path: string, work: string, limits: FilmLimits): Promise<Playable> {
  const whole = await joinedFilm(path, work);
  const source = await open(whole, "r");
  try {
    const film = await readFilm(source);
    checkFilm(film.facts, limits);
    const { facts } = film;
    const of = whole === path ? filmFiles.original : filmFiles.joined;
    if (isInFront(film)) return { facts, path: whole, move: { of, from: 0, bytes: 0, to: 0 }, index: null };
    const { index, move } = indexForFront(film);
    const made = join(work, filmFiles.index);
    await writeFile(made, index, { flag: "wx", mode: 0o600 });
    return { facts, path: whole, move: { ...move, of }, index: made };
  } finally {
    await source.close();
  }
}

/** Stores it beside the original. */
async function putPlayable(
  { db, store }: Pick<KeepFilmOptions, "db" | "store">,
  sha256: string,
  { path, move, index }: Playable,
): Promise<void> {
  // Videos from before have a playable file of their own.
  const [present, wanted] = [await store.stat(filmKey(sha256, filmFiles.film)), await stat(path)];
  if (present?.bytes === wanted.size) return;
  if (move.of === filmFiles.joined) await store.putFile(filmKey(sha256, filmFiles.joined), path);
  if (index !== null) await store.putFile(filmKey(sha256, filmFiles.index), index);
  // Only now: nothing refers to a video before it is claimed, and a known one has these objects.
  await db
    .updateTable("films")
    .set({ index_move: JSON.stringify(move) })
    .where("sha256", "=", sha256)
    .execute();
}

async function layoutAt(path: string) {
  const source = await open(path, "r");
  try {
    return await layoutOf(source);
  } finally {
    await source.close();
  }
}

/** The unfragmented video; the file itself, unless it came in fragments. */
export async function joinedFilm(path: string, work: string): Promise<string> {
  const layout = await layoutAt(path);
  if (!layout.isFragmented) return path;
  const made = join(work, "joined.mp4");
  await joinFragments(path, made, layout);
  return made;
}

/** The same bytes are one video; an existing one keeps its results. */
async function writeRow(trx: Trx, kept: KeptFilm): Promise<void> {
  await lockFilm(trx, kept.sha256);
  await trx
    .insertInto("films")
    .values(kept)
    .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ claimed_at: sql`now()` }))
    .execute();
}

/**
 * Creates `claimFilm`: from the end of the transaction on the video belongs to its referencing record, and its sizes
 * are requested. A failed one is retried.
 */
export function createFilmClaims(enqueue: (trx: Trx, sha256: string) => Promise<void>) {
  const ask = async (trx: Trx, sha256: string, isAgain: boolean) => {
    await lockFilm(trx, sha256);
    const row = await trx
      .updateTable("films")
      .set({
        claimed_at: sql`now()`,
        state: sql`case when state = 'failed' or ${isAgain} then 'processing' else state end`,
        attempts: sql`case when state = 'processing' and not ${isAgain} then attempts else 0 end`,
        problem: sql`case when state = 'ready' and not ${isAgain} then problem end`,
      })
      .where("sha256", "=", sha256)
      .returning("state")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NOT_FOUND");
    if (row.state === "processing") await enqueue(trx, sha256);
  };
  return {
    claimFilm: (trx: Trx, { sha256 }: Pick<KeptFilm, "sha256">) => ask(trx, sha256, false),
    retryFilm: (trx: Trx, sha256: string) => ask(trx, sha256, true),
  };
}
