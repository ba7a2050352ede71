import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Generated, type RawBuilder, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { type CaptureOfPhoto, readPhotoCapture } from "./capture-metadata.ts";
import { clipType } from "./clips.ts";
import type { PortraitAnswer, PortraitOrder } from "./portrait-process.ts";
import { asStorageFull } from "./receive.ts";
import type { ObjectStore } from "./store.ts";
import { createPool, PictureUnreadable, WorkerDied, type Workers, type WorkersOptions } from "./workers.ts";

interface PortraitsTable {
  key: string;
  kept_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    portraits: PortraitsTable;
  }
}

/**
 * Size of a stored picture of a user or of the brand, in pixels. `cover` fills the whole size and crops the overhang;
 * `inside` fits into it, keeps the aspect ratio and never enlarges. Transparency stays.
 */
export interface PortraitShape {
  readonly width: number;
  readonly height: number;
  readonly fit: "cover" | "inside";
}

export const avatarShape: PortraitShape = { width: 512, height: 512, fit: "cover" };
/** A snapshot in the size of a screen, and for lists. */
export const snapshotShape: PortraitShape = { width: 2560, height: 2560, fit: "inside" };
export const snapshotThumbnailShape: PortraitShape = { width: 480, height: 270, fit: "cover" };
/** The photo of an info marker, in the size of a screen. */
export const photoShape: PortraitShape = { width: 2560, height: 2560, fit: "inside" };
/** Photos of a project, for lists. */
const photoThumbnailShape: PortraitShape = { width: 480, height: 360, fit: "cover" };
export const coverShape: PortraitShape = { width: 1920, height: 640, fit: "cover" };

/** A condition on `portraits` that is true while a record refers to it by its `key`. */
export type PortraitClaim = RawBuilder<unknown>;

export interface Portraits {
  /**
   * Has a child process decode an uploaded picture, turn it upright, drop all metadata (location, camera, comments) and
   * stores it as WebP in the given shape. Returns its key in the object store, which must be claimed by a record within
   * a day. Throws `FILE_EMPTY`, `IMAGE_TYPE` (no JPEG, PNG or WebP, or an animated one), `IMAGE_PIXELS` (a
   * decompression bomb), `IMAGE_UNREADABLE` (broken, truncated), `IMAGE_TOO_HEAVY` (more time or memory than any
   * legitimate one takes) or `STORAGE_FULL`.
   */
  keepPortrait(
    file: { readonly path: string; readonly bytes: number },
    shape: PortraitShape,
  ): Promise<string>;
  /**
   * Stores a photo of a project: the file unchanged, a copy for screens and one for lists, as `keepPortrait` makes them.
   * Throws what that throws.
   */
  keepPhoto(file: {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
  }): Promise<KeptPhoto>;
  /**
   * Stores an uploaded video unchanged, MP4 or WebM by its first bytes; the sweep treats it as a portrait. Returns its
   * key. Throws `FILE_EMPTY`, `IMAGE_TYPE` or `STORAGE_FULL`.
   */
  keepClip(file: { readonly path: string; readonly bytes: number; readonly sha256: string }): Promise<string>;
  /** Has the child process write a stored picture, reduced to the shape, to `target`. Throws what `keepPortrait` throws. */
  shrink(order: PortraitOrder): Promise<void>;
  /** Removes portraits for which none of `claims` is true and that were stored more than a day ago. Returns how many. */
  sweepPortraits(claims: readonly PortraitClaim[]): Promise<number>;
  /** Ends the child process; its current order is refused. */
  closePortraits(): Promise<void>;
}

/** Keys in the object store, which must be claimed by a record within a day, and what the camera wrote. */
export interface KeptPhoto {
  readonly original: string;
  readonly image: string;
  readonly thumbnail: string;
  readonly capture: CaptureOfPhoto;
}

export interface PortraitOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** For files in progress; on the store's volume. */
  readonly directory: string;
  /** Limits of the rendering child process; default: those for a room's picture. */
  readonly bounds?: Pick<WorkersOptions, "timeoutMs" | "memoryBytes" | "machineBytes">;
}

const { maxPixels } = limits.portrait;
const SWEEP_AGE_MS = 24 * 3_600_000;
const SWEEP_AT_MOST = 500;

export function createPortraits(options: PortraitOptions): Portraits {
  // One: a picture at the limit holds 200 MB while it is decoded, and several at once would slow down everyone.
  const workers = createPool<PortraitOrder, PortraitAnswer>("portrait-process.ts", {
    ...options.bounds,
    count: 1,
  });
  const keepPortrait: Portraits["keepPortrait"] = async (file, shape) => {
    if (file.bytes === 0) throw new AppError("FILE_EMPTY");
    await typeOf(file.path);
    const target = join(options.directory, `${randomUUID()}.webp`);
    try {
      await draw(workers, { source: file.path, target, shape });
      return await keep(options, target);
    } catch (error) {
      throw asStorageFull(error);
    } finally {
      await rm(target, { force: true });
    }
  };
  return {
    keepPortrait,
    async keepPhoto(file) {
      // Decoded before the file is stored: one that cannot be shown is refused.
      const image = await keepPortrait(file, photoShape);
      const thumbnail = await keepPortrait(file, photoThumbnailShape);
      const { sha256 } = file;
      const original = `photos/${sha256.slice(0, 2)}/${sha256}/original.${await typeOf(file.path)}`;
      await put(options, original, file.path).catch((error: unknown) => {
        throw asStorageFull(error);
      });
      return { original, image, thumbnail, capture: await readPhotoCapture(file.path, file.bytes) };
    },
    async keepClip(file) {
      if (file.bytes === 0) throw new AppError("FILE_EMPTY");
      const key = `clips/${file.sha256.slice(0, 2)}/${file.sha256}.${await clipType(file.path)}`;
      await put(options, key, file.path).catch((error: unknown) => {
        throw asStorageFull(error);
      });
      return key;
    },
    shrink: (order) => draw(workers, order),
    sweepPortraits: (claims) => sweep(options, claims),
    closePortraits: () => workers.close(),
  };
}

/** Checks the first bytes: a name or a sender's claim proves nothing, and no other decoder may even be tried. */
async function typeOf(path: string): Promise<"jpg" | "png" | "webp"> {
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const head = buffer.toString("latin1");
    if (head.startsWith("\xff\xd8\xff")) return "jpg";
    if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
    if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
    throw new AppError("IMAGE_TYPE");
  } finally {
    await file.close();
  }
}

async function draw(workers: Workers<PortraitOrder, PortraitAnswer>, order: PortraitOrder): Promise<void> {
  const answer = await workers.run(order).catch((error: unknown) => {
    if (error instanceof PictureUnreadable) throw new AppError("IMAGE_UNREADABLE", { cause: error });
    if (!(error instanceof WorkerDied) || error.death === "closed") throw error;
    throw new AppError("IMAGE_TOO_HEAVY", { cause: error });
  });
  if (answer === "IMAGE_PIXELS")
    throw new AppError(answer, { values: { n: Math.floor(maxPixels / 1_000_000) } });
  if (answer === "IMAGE_TYPE") throw new AppError(answer);
}

async function keep(options: PortraitOptions, path: string): Promise<string> {
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  const key = `portraits/${sha256.slice(0, 2)}/${sha256}.webp`;
  await put(options, key, path);
  return key;
}

/**
 * Stores a file that the sweep treats as a portrait. The row is committed before the object is put: from then on a sweep
 * leaves both alone for a day.
 */
export async function put(
  { db, store }: Pick<PortraitOptions, "db" | "store">,
  key: string,
  path: string,
): Promise<void> {
  await db
    .insertInto("portraits")
    .values({ key })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ kept_at: sql`now()` }))
    .execute();
  await store.putFile(key, path);
}

/**
 * The object is deleted while its row is deleted and locked: a concurrent upload of the same picture waits for the row,
 * and puts the object again after it.
 */
async function sweep(
  { db, store, clock }: PortraitOptions,
  claims: readonly PortraitClaim[],
): Promise<number> {
  if (claims.length === 0) throw new Error("a sweep without a claim would remove every portrait");
  const before = new Date(clock.now().getTime() - SWEEP_AGE_MS);
  const isUnclaimed = sql<boolean>`not (${sql.join(claims, sql` or `)})`;
  const candidates = await db
    .selectFrom("portraits")
    .select("key")
    .where("kept_at", "<", before)
    .where(isUnclaimed)
    .limit(SWEEP_AT_MOST)
    .execute();
  let removed = 0;
  for (const { key } of candidates) {
    await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom("portraits")
        .where("key", "=", key)
        .where("kept_at", "<", before)
        .where(isUnclaimed)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return;
      await store.remove(key);
      removed += 1;
    });
  }
  return removed;
}
