import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Ffmpeg } from "../ffmpeg/ffmpeg.ts";
import type { ObjectStore } from "../store.ts";
import { filmPrefix } from "./film-files.ts";
import { lockFilm } from "./keep.ts";

/** A condition on `films` that is true while a record refers to it. */
export type FilmClaim = RawBuilder<unknown>;

export interface SweepFilmsOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
}

const SWEEP_AGE_MS = 24 * 3_600_000;
const AT_MOST = 200;

/**
 * Removes videos unclaimed for a day. The objects are deleted while the row is deleted and locked: a concurrent upload
 * of the same file waits, and puts them again after it.
 */
export async function sweepFilms({ db, store, clock }: SweepFilmsOptions, claim: FilmClaim): Promise<number> {
  const before = new Date(clock.now().getTime() - SWEEP_AGE_MS);
  const unclaimed = sql<boolean>`not (${claim})`;
  const candidates = await db
    .selectFrom("films")
    .select("sha256")
    .where("claimed_at", "<", before)
    .where(unclaimed)
    .orderBy("claimed_at")
    .limit(AT_MOST)
    .execute();
  let removed = 0;
  for (const { sha256 } of candidates) {
    // If the store fails halfway, the row stays without claiming deleted objects: a new upload of the same video then
    // has all of it made again.
    await db
      .updateTable("films")
      .set({ state: "processing", has_poster: false, renditions: "[]", progress: 0, attempts: 0 })
      .where("sha256", "=", sha256)
      .where("claimed_at", "<", before)
      .where(unclaimed)
      .execute();
    await db.transaction().execute(async (trx) => {
      await lockFilm(trx, sha256);
      const gone = await trx
        .deleteFrom("films")
        .where("sha256", "=", sha256)
        .where("claimed_at", "<", before)
        .where(unclaimed)
        .executeTakeFirst();
      if (gone.numDeletedRows === 0n) return;
      await store.remove(filmPrefix(sha256));
      removed += 1;
    });
  }
  return removed;
}

/**
 * Claimed videos that have waited for their sizes for longer than `olderThanMs`, oldest first, including those that
 * have none because there was no ffmpeg, once it is available.
 */
export async function unfinishedFilms(
  { db, clock, ffmpeg }: Pick<SweepFilmsOptions, "db" | "clock"> & { readonly ffmpeg: Ffmpeg },
  claim: FilmClaim,
  olderThanMs: number,
): Promise<string[]> {
  if ((await ffmpeg.version()) !== null)
    await db
      .updateTable("films")
      .set({ state: "processing", problem: null, progress: 0, attempts: 0 })
      .where("problem", "=", "FFMPEG_MISSING")
      .where(sql<boolean>`${claim}`)
      .execute();
  const rows = await db
    .selectFrom("films")
    .select("sha256")
    .where("state", "=", "processing")
    .where("claimed_at", "<", new Date(clock.now().getTime() - olderThanMs))
    .where(sql<boolean>`${claim}`)
    .orderBy("claimed_at")
    .limit(AT_MOST)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
