import { constants } from "node:fs";
import { copyFile, link, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { flush, makeDirectory } from "../durable.ts";
import { BadFilm } from "../films/mp4/bad-film.ts";
import { checkBeginning } from "../films/mp4/film-facts.ts";
import { asStorageFull, refuseWhenNearlyFull, writeAll } from "../receive.ts";
import type { Leases } from "./leases.ts";
import "./tables.ts";

export interface UploadStoreOptions {
  readonly db: Database;
  /** One file per upload, named by its id. On the volume of the object store: then a finished one is not copied. */
  readonly directory: string;
  readonly leases: Leases;
  /** As of `receiveFile`. */
  readonly reserveBytes?: number;
}

/**
 * Where the parts are put together: rows in the database say what an upload is, the file's length how far it has
 * come. What has been acknowledged, by the answer to a part or to the question how far it is, is on disk.
 */
export class UploadStore extends DataStore {
  readonly #options: UploadStoreOptions;

  constructor(options: UploadStoreOptions) {
    super();
    this.#options = options;
    this.extensions = ["creation", "termination", "expiration"];
  }

  /** `STORAGE_FULL` when the volume is nearly full: the database must keep its room. */
  async #askForSpace(): Promise<void> {
    const { directory, reserveBytes } = this.#options;
    await refuseWhenNearlyFull({ directory, ...(reserveBytes !== undefined && { reserveBytes }) });
  }

  pathOf(id: string): string {
    return join(this.#options.directory, id);
  }

  /** The row was written by who let the upload begin: it counts, and counting and writing are one transaction. */
  override async create(upload: Upload): Promise<Upload> {
    const { directory } = this.#options;
    try {
      await makeDirectory(directory);
      await this.#askForSpace();
      const handle = await open(this.pathOf(upload.id), "wx", 0o600);
      await handle.close();
      await flush(directory);
    } catch (error) {
      await this.#options.db.deleteFrom("uploads").where("id", "=", upload.id).execute();
      throw asStorageFull(error);
    }
    return upload;
  }

  /** A whole file that lies on the same volume becomes that of an upload whose row is written; the source stays. */
  async take(id: string, path: string): Promise<void> {
    const { directory } = this.#options;
    try {
      await makeDirectory(directory);
      await this.#askForSpace();
      await link(path, this.pathOf(id)).catch(() => copyFile(path, this.pathOf(id), constants.COPYFILE_EXCL));
      await flush(this.pathOf(id));
      await flush(directory);
    } catch (error) {
      await this.remove(id);
      throw asStorageFull(error);
    }
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { leases } = this.#options;
    const path = this.pathOf(id);
    let at = offset;
    await this.#askForSpace();
    const handle = await open(path, "r+");
    try {
      for await (const chunk of stream) {
        // Somebody else may be writing by now; the sender asks how far it is, and goes on from there.
        if (!leases.isHeld(id)) throw ERRORS.ABORTED;
        await writeAll(handle, chunk as Buffer, at);
        at += (chunk as Buffer).length;
      }
      await handle.datasync();
    } catch (error) {
      throw asStorageFull(error);
    } finally {
      await handle.close();
    }
    if (offset === 0) await this.#judgeBeginning(id);
    return at;
  }

  /** Nobody is to send half a gigabyte to be told what its first bytes say. */
  async #judgeBeginning(id: string): Promise<void> {
    const { db } = this.#options;
    const row = await db
      .selectFrom("uploads")
      .select(["bytes", "id_project"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined || row.id_project === null) return;
    const file = await open(this.pathOf(id), "r");
    try {
      await checkBeginning(file, row.bytes);
    } catch (error) {
      if (!(error instanceof BadFilm)) throw error;
      await this.refuse(id, error.refusal);
      throw new AppError(error.refusal, { values: { n: limits.video.most.seconds }, cause: error });
    } finally {
      await file.close();
    }
  }

  /** Remembers that nothing its sender could do later would make the same bytes right, and removes them. */
  async refuse(id: string, problem: ErrorCode): Promise<void> {
    await this.#options.db
      .updateTable("uploads")
      .set({ settled_at: sql`now()`, problem })
      .where("id", "=", id)
      .execute();
    await rm(this.pathOf(id), { force: true });
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#options.db
      .selectFrom("uploads")
      .select(["bytes", "file_name", "created_at", "settled_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const offset = row.settled_at === null ? await this.#length(id) : row.bytes;
    return new Upload({ id, size: row.bytes, offset, creation_date: row.created_at.toISOString() });
  }

  /** What a crash left in the memory of the system counts only once it is on disk: the sender will not send it again. */
  async #length(id: string): Promise<number> {
    try {
      await flush(this.pathOf(id));
      return (await stat(this.pathOf(id))).size;
    } catch (error) {
      throw error instanceof Error && "code" in error && error.code === "ENOENT"
        ? ERRORS.FILE_NO_LONGER_EXISTS
        : error;
    }
  }

  override async remove(id: string): Promise<void> {
    await this.#options.db.deleteFrom("uploads").where("id", "=", id).execute();
    await rm(this.pathOf(id), { force: true });
  }

  override getExpiration(): number {
    return limits.resumable.keptHours * 3_600_000;
  }
}

export interface NewUpload {
  readonly id: string;
  readonly id_user: number;
  /** One of the two. */
  readonly id_visit: number | null;
  readonly id_project: number | null;
  readonly file_name: string;
  readonly bytes: number;
}

/** Writes the row of a new upload, unless its person has too many under way: `UPLOADS_FULL`. */
export async function registerUpload(db: Database, upload: NewUpload): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${upload.id_user}`}, 0))`.execute(trx);
    const { count } = await trx
      .selectFrom("uploads")
      .select(sql<number>`count(*)`.as("count"))
      .where("id_user", "=", upload.id_user)
      .where("settled_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= limits.resumable.perPerson) throw new AppError("UPLOADS_FULL");
    await trx
      .insertInto("uploads")
      .values({
        ...upload,
        expires_at: sql<Date>`now() + ${limits.resumable.keptHours} * interval '1 hour'`,
      })
      .execute();
  });
}
