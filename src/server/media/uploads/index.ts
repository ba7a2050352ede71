import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import { type UploadDoorOptions, uploadDoor } from "./door.ts";
import { createLeases } from "./leases.ts";
import { UploadStore, type UploadStoreOptions } from "./store.ts";
import type { UploadsTable } from "./tables.ts";

export type { UploadDoorOptions } from "./door.ts";

/** Which upload is to become a room, and of whom: only who brought it may finish it, and only where he began it. */
export interface FinishedUpload {
  readonly id: string;
  readonly id_user: number;
  readonly id_visit: number;
}

/** Writes within the room's transaction that the upload has become it. */
export type Settle = (trx: Trx, id_room: number) => Promise<void>;

/** Uploads in parts, from their beginning to the room they become. */
export interface Uploads {
  /** Answers `/api/uploads`. */
  door(options: UploadDoorOptions): (app: FastifyInstance) => Promise<void>;
  /**
   * Hands the whole file to `make`, which makes the room and calls `settle` in its transaction, and returns the
   * room's id; that of the first time when it has been done before. `UPLOAD_UNKNOWN`, `UPLOAD_UNFINISHED`, or what
   * `make` refuses: a refusal of the file itself is remembered and the file removed.
   */
  finish(
    upload: FinishedUpload,
    make: (file: UploadedFile, settle: Settle) => Promise<number>,
  ): Promise<number>;
  /** Removes what was not finished in its hours, and files that belong to nothing. Returns how many. */
  sweep(): Promise<number>;
}

const pixels = { n: Math.floor(limits.visit.image.maxPixels / 1_000_000) };
const orphanAge = 24 * 3_600_000;

export type UploadsOptions = Omit<UploadStoreOptions, "leases">;

export function createUploads(options: UploadsOptions): Uploads {
  const { db, directory } = options;
  const leases = createLeases(db);
  const store = new UploadStore({ ...options, leases });
  const remove = (id: string) => rm(store.pathOf(id), { force: true });

  const find = async ({ id, id_user, id_visit }: FinishedUpload): Promise<UploadsTable> => {
    const row = await db
      .selectFrom("uploads")
      .selectAll()
      .where("id", "=", id)
      .where("id_user", "=", id_user)
      .where("id_visit", "=", id_visit)
      .executeTakeFirst();
    if (row === undefined) throw new AppError("UPLOAD_UNKNOWN");
    return row as unknown as UploadsTable;
  };

  const finish: Uploads["finish"] = async (upload, make) => {
    const row = await find(upload);
    if (row.settled_at !== null) {
      await remove(row.id);
      return outcomeOf(row);
    }
    const file = await wholeFile(store.pathOf(row.id), row);
    const settle: Settle = async (trx, id_room) => {
      await trx
        .updateTable("uploads")
        .set({ settled_at: sql`now()`, id_room })
        .where("id", "=", row.id)
        .execute();
    };
    try {
      const room = await make(file, settle);
      await remove(row.id);
      return room;
    } catch (error) {
      if (error instanceof AppError && isAboutTheFile(error)) {
        await db
          .updateTable("uploads")
          .set({ settled_at: sql`now()`, problem: error.code })
          .where("id", "=", row.id)
          .execute();
        await remove(row.id);
      }
      throw error;
    }
  };

  return {
    door: (door) => uploadDoor({ ...door, db, store, leases }),
    async finish(upload, make) {
      // Strangers' uploads are told apart before their lease is asked for.
      const { id } = await find(upload);
      const lease = await leases.take(id, () => undefined);
      if (lease === undefined) throw new AppError("UNAVAILABLE");
      try {
        return await finish(upload, make);
      } finally {
        await lease.release();
      }
    },
    async sweep() {
      const expired = await db
        .deleteFrom("uploads")
        .where("expires_at", "<", sql<Date>`now()`)
        .where(sql<boolean>`held_until is null or held_until < now()`)
        .returning("id")
        .execute();
      for (const { id } of expired) await remove(id);
      return expired.length + (await sweepFiles(db, directory));
    },
  };
}

/** What became of an upload that was finished before. */
function outcomeOf({ id_room, problem }: Pick<UploadsTable, "id_room" | "problem">): number {
  if (problem !== null) throw new AppError(problem, problem === "IMAGE_PIXELS" ? { values: pixels } : {});
  // Its room has been deleted since.
  if (id_room === null) throw new AppError("UPLOAD_UNKNOWN");
  return id_room;
}

/** Nothing the sender could do later would make the same bytes right. */
const isAboutTheFile = ({ code }: AppError) =>
  [
    "FILE_EMPTY",
    "IMAGE_TYPE",
    "IMAGE_UNREADABLE",
    "IMAGE_PIXELS",
    "IMAGE_RESOLUTION",
    "IMAGE_RATIO",
  ].includes(code);

/** The file once all of it is there, hashed as it lies on the disk. */
async function wholeFile(
  path: string,
  { bytes, file_name }: Pick<UploadsTable, "bytes" | "file_name">,
): Promise<UploadedFile> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new AppError("UPLOAD_UNKNOWN");
  if (found.size !== bytes) throw new AppError("UPLOAD_UNFINISHED");
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return { path, name: file_name, bytes, sha256: hash.digest("hex") };
}

/** Files whose row is gone, or settled without the file being removed: left by a crash between the two. */
async function sweepFiles(db: Database, directory: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < orphanAge) continue;
    const row = await db
      .selectFrom("uploads")
      .select("settled_at")
      .where(sql<boolean>`id::text = ${name}`)
      .executeTakeFirst();
    if (row !== undefined && row.settled_at === null) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
