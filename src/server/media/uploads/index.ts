import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { ObjectStore } from "../store.ts";
import type { UploadBytes } from "./bytes.ts";
import { createLeases } from "./leases.ts";
import { createLocalBytes } from "./local-bytes.ts";
import { createSharedBytes } from "./shared-bytes.ts";
import { registerUpload, UploadStore } from "./store.ts";
import type { UploadRow } from "./tables.ts";
import { type UploadRoutesOptions, uploadRoutes } from "./upload-routes.ts";

export type { UploadRoutesOptions } from "./upload-routes.ts";

/**
 * The upload that is to become a room, and its user: only the user who started it may finish it, and only for the visit
 * where it was started.
 */
export interface FinishedUpload {
  readonly id: string;
  readonly id_user: number;
  readonly id_visit: number;
}

/** The same for one that is to become a video or a photo. */
export interface FinishedVideoUpload {
  readonly id: string;
  readonly id_user: number;
  readonly id_project: number;
}
/** With the column that records what it became. */
type Finished =
  | (FinishedUpload & { readonly become?: "id_walk" })
  | (FinishedVideoUpload & { readonly become: "id_video" | "id_photo" | null });

/** Records within the transaction of the room, the video, the photo or the walk that the upload has become it. */
export type Settle = (trx: Trx, id: number) => Promise<void>;
/** Makes the room, the video or the photo from the whole file, calls `settle` in its transaction, and returns its id. */
export type MakeOfUpload = (file: UploadedFile, settle: Settle) => Promise<number>;

/** Uploads in parts, from their start to the room, the video, the photo or the walk they become. */
export interface Uploads {
  /** Serves `/api/uploads`. */
  door(options: UploadRoutesOptions): (app: FastifyInstance) => Promise<void>;
  /**
   * Hands the whole file to `make`, which makes the room and calls `settle` in its transaction, and returns the room's
   * id; a repeated call returns the first id. Throws `UPLOAD_UNKNOWN`, `UPLOAD_UNFINISHED`, or what `make` refuses: a
   * refusal of the file itself is remembered and the file removed.
   */
  finish(upload: FinishedUpload, make: MakeOfUpload): Promise<number>;
  /** The same for a video; returns its id. */
  finishVideo(upload: FinishedVideoUpload, make: MakeOfUpload): Promise<number>;
  /** The same for a photo. */
  finishPhoto(upload: FinishedVideoUpload, make: MakeOfUpload): Promise<number>;
  /** The same for a walk video. */
  finishWalk(upload: FinishedUpload, make: MakeOfUpload): Promise<number>;
  /**
   * The same for a photo of a snag or of the site diary. Which one it became is not recorded: its capture is. A repeated
   * call throws `UPLOAD_UNKNOWN`.
   */
  finishAttachment(upload: FinishedVideoUpload, make: MakeOfUpload): Promise<number>;
  /**
   * Keeps a video that came in one piece for `finishVideo`, like an upload whose last part has arrived. Returns its id.
   * Throws `FILE_EMPTY`, `UPLOADS_FULL`, `STORAGE_FULL`.
   */
  keepUpload(
    file: UploadedFile,
    of: { readonly id_user: number; readonly id_project: number },
  ): Promise<string>;
  /** Removes uploads that were not finished in time, and files that belong to no upload. Returns how many. */
  sweep(): Promise<number>;
}

/** Numbers in the texts of remembered refusals. */
const valuesOf: Partial<Record<ErrorCode, Readonly<Record<string, number>>>> = {
  IMAGE_PIXELS: { n: Math.floor(limits.visit.image.maxPixels / 1_000_000) },
  WALK_DURATION: { n: walkLimits.minutes },
};

export interface UploadsOptions {
  readonly db: Database;
  /**
   * One file per upload, on the volume of the object store. With a shared store, an existing, swept folder for
   * temporary files.
   */
  readonly directory: string;
  /** The object store, when every node reads the same one: uploads under way are then kept there, too. */
  readonly shared?: ObjectStore;
}

/** The column that records what an upload became; null for an attachment, whose capture is recorded. */
function columnOf(row: UploadRow): "id_room" | "id_video" | "id_photo" | "id_walk" | null {
  if (row.id_project === null) return row.is_walk ? "id_walk" : "id_room";
  return row.is_attachment ? null : row.is_photo ? "id_photo" : "id_video";
}

export function createUploads({ db, directory, shared }: UploadsOptions): Uploads {
  const leases = createLeases(db);
  const bytes =
    shared === undefined
      ? createLocalBytes({ db, directory, leases })
      : createSharedBytes({ db, directory, leases, store: shared });
  const store = new UploadStore({ db, bytes });

  const find = async (upload: Finished): Promise<UploadRow> => {
    const [place, id] =
      "id_visit" in upload
        ? (["id_visit", upload.id_visit] as const)
        : (["id_project", upload.id_project] as const);
    const become = upload.become === undefined ? "id_room" : upload.become;
    const row = await db
      .selectFrom("uploads")
      .selectAll()
      .where("id", "=", upload.id)
      .where("id_user", "=", upload.id_user)
      .where(place, "=", id)
      .where("is_photo", "=", become === "id_photo")
      .where("is_attachment", "=", become === null)
      .where("is_walk", "=", become === "id_walk")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("UPLOAD_UNKNOWN");
    return row;
  };

  const finish = async (upload: Finished, make: MakeOfUpload): Promise<number> => {
    const row = await find(upload);
    if (row.settled_at !== null) {
      await bytes.remove(row.id);
      return outcomeOf(row);
    }
    const { file, release } = await wholeFile(bytes, row);
    const become = columnOf(row);
    const settle: Settle = async (trx, id) => {
      await trx
        .updateTable("uploads")
        .set({ settled_at: sql`now()`, ...(become !== null && { [become]: id }) })
        .where("id", "=", row.id)
        .execute();
    };
    try {
      const made = await make(file, settle);
      await bytes.remove(row.id);
      return made;
    } catch (error) {
      if (error instanceof AppError && isAboutTheFile(error)) await store.refuse(row.id, error.code);
      throw error;
    } finally {
      await release();
    }
  };

  const finishInTurn = async (upload: Finished, make: MakeOfUpload) => {
    // Uploads of other users are ruled out before the lease is requested.
    const { id } = await find(upload);
    const lease = await leases.take(id, () => undefined);
    if (lease === undefined) throw new AppError("UNAVAILABLE");
    try {
      return await finish(upload, make);
    } finally {
      await lease.release();
    }
  };

  return {
    door: (door) => uploadRoutes({ ...door, db, store, leases }),
    finish: finishInTurn,
    finishVideo: (upload, make) => finishInTurn({ ...upload, become: "id_video" }, make),
    finishPhoto: (upload, make) => finishInTurn({ ...upload, become: "id_photo" }, make),
    finishWalk: (upload, make) => finishInTurn({ ...upload, become: "id_walk" }, make),
    finishAttachment: (upload, make) => finishInTurn({ ...upload, become: null }, make),
    async keepUpload(file, { id_user, id_project }) {
      if (file.bytes === 0) throw new AppError("FILE_EMPTY");
      const id = randomUUID();
      await registerUpload(db, {
        id,
        id_user,
        id_project,
        id_visit: null,
        file_name: file.name.slice(0, 255) || "video.mp4",
        bytes: file.bytes,
      });
      await store.take(id, file);
      return id;
    },
    async sweep() {
      const expired = await db
        .deleteFrom("uploads")
        .where("expires_at", "<", sql<Date>`now()`)
        .where(sql<boolean>`held_until is null or held_until < now()`)
        .returning("id")
        .execute();
      for (const { id } of expired) await bytes.remove(id);
      return expired.length + (await bytes.sweep());
    },
  };
}

/** Result of an upload that was finished before. */
function outcomeOf({
  id_room,
  id_video,
  id_photo,
  id_walk,
  problem,
}: Pick<UploadRow, "id_room" | "id_video" | "id_photo" | "id_walk" | "problem">): number {
  if (problem !== null) throw new AppError(problem, { values: valuesOf[problem] ?? {} });
  const made = id_room ?? id_video ?? id_photo ?? id_walk;
  // Its room, video, photo or walk has been deleted since.
  if (made === null) throw new AppError("UPLOAD_UNKNOWN");
  return made;
}

/** Whether the refusal is final: no later attempt would make the same bytes valid. */
const isAboutTheFile = ({ code }: AppError) =>
  [
    "FILE_EMPTY",
    "IMAGE_TYPE",
    "IMAGE_CMYK",
    "IMAGE_DEPTH",
    "IMAGE_UNREADABLE",
    "IMAGE_PIXELS",
    "IMAGE_RESOLUTION",
    "IMAGE_RATIO",
    "VIDEO_TYPE",
    "VIDEO_UNREADABLE",
    "VIDEO_RESOLUTION",
    "VIDEO_RATIO",
    "VIDEO_CODEC",
    "WALK_FORMAT",
    "WALK_RESOLUTION",
    "WALK_DURATION",
  ].includes(code);

/** The complete file with its hash; the caller releases it. */
async function wholeFile(
  stored: UploadBytes,
  { id, bytes, file_name }: Pick<UploadRow, "id" | "bytes" | "file_name">,
): Promise<{ file: UploadedFile; release: () => Promise<void> }> {
  const length = await stored.length(id);
  if (length === null) throw new AppError("UPLOAD_UNKNOWN");
  if (length !== bytes) throw new AppError("UPLOAD_UNFINISHED");
  const copy = await stored.whole(id);
  if (copy === null) throw new AppError("UPLOAD_UNKNOWN");
  const { path, sha256, release } = copy;
  return { file: { path, name: file_name, bytes, sha256 }, release };
}
