import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import type { SpherePart } from "#contract/gpano.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { originalKey, pictureFiles, picturePrefix, previewFiles } from "./keys.ts";
import type { ObjectStore } from "./store.ts";
import type { VariantSet } from "./variants.ts";
import { PictureUnreadable, WorkerDied, type Workers } from "./workers.ts";

/** Called in the transaction that settles a picture, once per picture. */
export type PictureSettled = (trx: Trx, sha256: string, state: "ready" | "failed") => Promise<void>;

export interface BuilderOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly workers: Workers;
  readonly log: Log;
  /** Folder for incomplete sets, on the store's volume. */
  readonly directory: string;
  readonly settled: PictureSettled;
}

/** Number of child processes that may die on a picture before it is given up. */
const MAX_ATTEMPTS = 3;

/**
 * Builds the variants of a picture and settles it as `ready`, or as `failed` when its bytes are at fault or too many
 * children died on it. Does nothing for one that is settled or deleted, so it may run twice, also at the same time.
 * Throws when the picture is not at fault (full disk, lost database): then it must be retried later.
 */
export function createBuilder(options: BuilderOptions) {
  const { db, store, log } = options;

  return async function buildVariants(sha256: string, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const row = await db
        .selectFrom("pictures")
        .select(["state", "attempts", "area", "pose"])
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      if (row?.state !== "processing") return;
      if (row.attempts >= MAX_ATTEMPTS) return settleFailed(options, sha256, "IMAGE_TOO_HEAVY");
      const original = await store.localFile(originalKey(sha256));
      if (original === null) throw new Error(`the original of picture ${sha256} is not in the store`);
      try {
        const part = { area: row.area, pose: row.pose };
        return await buildOnce(options, { sha256, part }, original.path, signal);
      } catch (error) {
        if (error instanceof PictureUnreadable) {
          log.warn({ sha256, reason: error.message }, "media: a picture cannot be read");
          return await settleFailed(options, sha256, "IMAGE_UNREADABLE");
        }
        if (!(error instanceof WorkerDied) || error.death === "closed") throw error;
        log.warn(
          { sha256, death: error.death, attempt: row.attempts + 1 },
          "media: a worker died over a picture",
        );
        await countAttempt(db, sha256);
      } finally {
        await original.release();
      }
    }
  };
}

async function buildOnce(
  options: BuilderOptions,
  { sha256, part }: { readonly sha256: string; readonly part: SpherePart },
  source: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, workers, directory, db } = options;
  const work = join(directory, randomUUID());
  const prefix = picturePrefix(sha256);
  await mkdir(work, { recursive: true });
  let previews: Promise<void> | undefined;
  try {
    const onPreviews = () => {
      previews = publishPreviews(db, store, sha256, work);
      previews.catch(() => undefined);
    };
    const set = await workers.run({ source, directory: work, part }, onPreviews, signal);
    await previews;
    await store.putDirectory(`${prefix}/${pictureFiles.tiles}`, join(work, pictureFiles.tiles));
    await settleReady(options, sha256, set);
  } finally {
    await previews?.catch(() => undefined);
    await rm(work, { recursive: true, force: true });
  }
}

/** The room can be opened as soon as these exist, long before the tiles. */
async function publishPreviews(
  db: Database,
  store: ObjectStore,
  sha256: string,
  work: string,
): Promise<void> {
  for (const name of previewFiles) {
    await store.putFile(`${picturePrefix(sha256)}/${name}`, join(work, name));
  }
  await db
    .updateTable("pictures")
    .set({ previewed_at: sql`now()` })
    .where("sha256", "=", sha256)
    .where("previewed_at", "is", null)
    .execute();
}

async function settleReady({ db, settled }: BuilderOptions, sha256: string, set: VariantSet): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("pictures")
      .set({ state: "ready", levels: JSON.stringify(set.levels), ready_at: sql`now()` })
      .where("sha256", "=", sha256)
      .where("state", "=", "processing")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await settled(trx, sha256, "ready");
  });
}

async function settleFailed(
  { db, settled }: BuilderOptions,
  sha256: string,
  problem: ErrorCode,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("pictures")
      .set({ state: "failed", problem })
      .where("sha256", "=", sha256)
      .where("state", "=", "processing")
      .returning("sha256")
      .executeTakeFirst();
    if (row !== undefined) await settled(trx, sha256, "failed");
  });
}

async function countAttempt(db: Database, sha256: string): Promise<void> {
  await db
    .updateTable("pictures")
    .set({ attempts: sql`attempts + 1` })
    .where("sha256", "=", sha256)
    .execute();
}
