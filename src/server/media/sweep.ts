import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { picturePrefix } from "./keys.ts";
import { lockPicture } from "./lock.ts";
import type { ObjectStore } from "./store.ts";

/**
 * A condition on `pictures` that is true while something refers to the picture, e.g. `` sql`exists (select from rooms
 * where rooms.picture_sha256 = pictures.sha256)` ``.
 */
export type PictureClaim = RawBuilder<unknown>;

export interface SweepOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Folders whose entries are temporary: uploads under way, incomplete sets, things to be deleted. */
  readonly temporary: readonly string[];
  /** Maximum number of pictures removed in one run; 200 by default. */
  readonly atMost?: number;
}

export interface Swept {
  readonly temporary: number;
  readonly pictures: number;
  readonly objects: number;
}

/** Younger objects are not touched: an upload and its room are seconds apart, so a day is a safe margin. */
const SWEEP_AGE_MS = 24 * 3_600_000;

/**
 * Removes what has been unclaimed for a day: temporary files, pictures for which none of `claims` is true, and objects
 * without a row (left by a crash between the two). Bounded; repeatable; safe to run concurrently with uploads and other
 * sweeps.
 */
export async function sweepMedia(options: SweepOptions, claims: readonly PictureClaim[]): Promise<Swept> {
  if (claims.length === 0) throw new Error("a sweep without a claim would remove every picture");
  const atMost = options.atMost ?? 200;
  const temporary = await sweepTemporary(options.temporary, options.clock);
  const pictures = await sweepPictures(options, claims, atMost);
  const unfinished = await options.store.tidy(new Date(options.clock.now().getTime() - SWEEP_AGE_MS));
  const objects = unfinished + (await sweepObjects(options, atMost));
  const swept = { temporary, pictures, objects };
  if (temporary + pictures + objects > 0) options.log.info(swept, "media: swept");
  return swept;
}

/** Removes entries of temporary folders that are older than a day. Returns how many. */
export async function sweepTemporary(folders: readonly string[], clock: Clock): Promise<number> {
  const counts = await Promise.all(folders.map((folder) => sweepFolder(folder, clock)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepFolder(folder: string, clock: Clock): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || clock.now().getTime() - found.mtimeMs < SWEEP_AGE_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function sweepPictures(
  options: SweepOptions,
  claims: readonly PictureClaim[],
  atMost: number,
): Promise<number> {
  const { db, clock } = options;
  const before = new Date(clock.now().getTime() - SWEEP_AGE_MS);
  // Each on its own: of `not (… or …)` the planner makes one lookup for each picture.
  const unclaimed = sql<boolean>`${sql.join(
    claims.map((claim) => sql`not ${claim}`),
    sql` and `,
  )}`;
  const candidates = await db
    .selectFrom("pictures")
    .select("sha256")
    .where("claimed_at", "<", before)
    .where(unclaimed)
    .orderBy("claimed_at")
    .limit(atMost)
    .execute();
  let removed = 0;
  for (const { sha256 } of candidates) {
    const isGone = await db.transaction().execute(async (trx) => {
      await lockPicture(trx, sha256);
      const gone = await trx
        .deleteFrom("pictures")
        .where("sha256", "=", sha256)
        .where("claimed_at", "<", before)
        .where(unclaimed)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    });
    if (!isGone) continue;
    await removeUnlessClaimed(options, sha256);
    removed += 1;
  }
  return removed;
}

/** Removes the row first and the objects after it: a crash in between leaves objects, never a row without them. */
async function removeUnlessClaimed({ db, store }: SweepOptions, sha256: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockPicture(trx, sha256);
    const row = await trx
      .selectFrom("pictures")
      .select("sha256")
      .where("sha256", "=", sha256)
      .executeTakeFirst();
    if (row !== undefined) return false;
    await store.remove(picturePrefix(sha256));
    return true;
  });
}

/** Works shard by shard, so that a large store is never held in memory as a whole. */
async function sweepObjects(options: SweepOptions, atMost: number): Promise<number> {
  const { db, store, clock } = options;
  const now = clock.now().getTime();
  let removed = 0;
  for (const shard of await store.list("pictures")) {
    const found = (await store.list(`pictures/${shard}`)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    if (found.length === 0) continue;
    const rows = await db.selectFrom("pictures").select("sha256").where("sha256", "in", found).execute();
    const known = new Set(rows.map(({ sha256 }) => sha256));
    for (const sha256 of found.filter((name) => !known.has(name))) {
      if (removed >= atMost) return removed;
      const newest = await newestOf(store, sha256);
      if (newest !== null && now - newest < SWEEP_AGE_MS) continue;
      if (await removeUnlessClaimed(options, sha256)) removed += 1;
    }
  }
  return removed;
}

async function newestOf(store: ObjectStore, sha256: string): Promise<number | null> {
  const names = await store.list(picturePrefix(sha256));
  const stats = await Promise.all(names.map((name) => store.stat(`${picturePrefix(sha256)}/${name}`)));
  const times = stats.flatMap((found) => (found === null ? [] : [found.modifiedAt.getTime()]));
  return times.length === 0 ? null : Math.max(...times);
}
