import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { BadFilm } from "../films/mp4/bad-film.ts";
import { checkBeginning } from "../films/mp4/film-facts.ts";
import { walkRefusal } from "../walks/walk-refusal.ts";
import type { TakenFile, UploadBytes } from "./bytes.ts";
import "./tables.ts";

export interface UploadStoreOptions {
  readonly db: Database;
  readonly bytes: UploadBytes;
}

/**
 * Storage of uploads in parts: rows in the database describe an upload, `bytes` its progress. What has been
 * acknowledged, by the response to a part or to the query of the offset, is durable.
 */
export class UploadStore extends DataStore {
  readonly #options: UploadStoreOptions;

  constructor(options: UploadStoreOptions) {
    super();
    this.#options = options;
    this.extensions = ["creation", "termination", "expiration"];
  }

  /**
   * The row was written when the upload was admitted: the check counts uploads, and counting and writing are one
   * transaction.
   */
  override async create(upload: Upload): Promise<Upload> {
    try {
      await this.#options.bytes.begin(upload.id);
    } catch (error) {
      await this.#options.db.deleteFrom("uploads").where("id", "=", upload.id).execute();
      throw error;
    }
    return upload;
  }

  /** Makes a whole file that of an upload whose row is written; the source is kept. */
  async take(id: string, file: TakenFile): Promise<void> {
    try {
      await this.#options.bytes.take(id, file);
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const at = await this.#options.bytes.append(id, stream, offset);
    if (offset === 0) await this.#judgeBeginning(id);
    return at;
  }

  /** Spares a user from sending half a gigabyte only to learn what its first bytes show. */
  async #judgeBeginning(id: string): Promise<void> {
    const { db, bytes } = this.#options;
    const row = await db
      .selectFrom("uploads")
      .select(["bytes", "id_project", "is_photo", "is_attachment", "is_walk"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined || row.is_photo || row.is_attachment) return;
    if (row.id_project === null && !row.is_walk) return;
    const copy = await bytes.beginning(id);
    if (copy === null) return;
    const file = await open(copy.path, "r");
    try {
      await checkBeginning(file, row.bytes);
    } catch (error) {
      if (!(error instanceof BadFilm)) throw error;
      const refusal = row.is_walk
        ? walkRefusal(error)
        : new AppError(error.refusal, { values: { n: limits.video.most.seconds }, cause: error });
      await this.refuse(id, refusal.code);
      throw refusal;
    } finally {
      await file.close();
      await copy.release();
    }
  }

  /** Records that no later attempt would make the same bytes valid, and removes them. */
  async refuse(id: string, problem: ErrorCode): Promise<void> {
    await this.#options.db
      .updateTable("uploads")
      .set({ settled_at: sql`now()`, problem })
      .where("id", "=", id)
      .execute();
    await this.#options.bytes.remove(id);
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#options.db
      .selectFrom("uploads")
      .select(["bytes", "file_name", "created_at", "settled_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const offset = row.settled_at === null ? await this.#options.bytes.length(id) : row.bytes;
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size: row.bytes, offset, creation_date: row.created_at.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    await this.#options.db.deleteFrom("uploads").where("id", "=", id).execute();
    await this.#options.bytes.remove(id);
  }

  override getExpiration(): number {
    return limits.resumable.keptHours * 3_600_000;
  }
}

export interface NewUpload {
  readonly id: string;
  readonly id_user: number;
  /** Exactly one of the two is set. */
  readonly id_visit: number | null;
  readonly id_project: number | null;
  /** A photo instead of a video, at a project. */
  readonly is_photo?: boolean;
  /** A photo of a snag or of the site diary instead of a video. */
  readonly is_attachment?: boolean;
  /** A walk video instead of a 360 photo, at a visit. */
  readonly is_walk?: boolean;
  readonly file_name: string;
  readonly bytes: number;
}

/** Writes the row of a new upload. Throws `UPLOADS_FULL` when the user has too many under way. */
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
