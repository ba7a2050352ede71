import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { fileNameOf } from "#server/platform/http/file-name.ts";
import { insertPhoto } from "../photos.repository.ts";
import type { createSnagPhotos } from "../photos.service.ts";
import { addStep, holdSnag } from "../snag-writes.ts";
import type { SnagService } from "../snags.service.ts";

export interface SnapshotsOptions {
  readonly db: Database;
  readonly photos: Pick<ReturnType<typeof createSnagPhotos>, "keep">;
  readonly announce: SnagService["announce"];
}

/**
 * The job: turns snapshots from a BCF file into photos of their snag, one after the other. One that is not a picture,
 * or exceeds the limit, stays a file that is exported again. Repeatable.
 */
export function createSnapshots({ db, photos, announce }: SnapshotsOptions) {
  return async (
    { id_snag, id_user }: { id_snag: number; id_user: number },
    signal: AbortSignal,
  ): Promise<void> => {
    const due = await db
      .selectFrom("snag_topic_files")
      .select(["id", "name"])
      .where("id_snag", "=", id_snag)
      .where("photo", "=", "due")
      .orderBy("id")
      .execute();
    for (const { id, name } of due) {
      signal.throwIfAborted();
      const kept = await keep(id, name);
      await db.transaction().execute(async (trx) => {
        const marked = await trx
          .updateTable("snag_topic_files")
          .set({ photo: "done" })
          .where("id", "=", id)
          .where("photo", "=", "due")
          .executeTakeFirst();
        if (kept === undefined || marked.numUpdatedRows === 0n) return;
        const snag = await holdSnag(trx, id_snag);
        const { count } = await trx
          .selectFrom("snag_photos")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("id_snag", "=", id_snag)
          .executeTakeFirstOrThrow();
        if (count >= limits.snag.photos) return;
        const { id_project, id_visit } = snag;
        await insertPhoto(trx, { ...kept, kind: "before", id_snag, id_project, id_visit, id_user });
        await addStep(trx, id_snag, { id_user, action: "photo_added" });
        await announce(trx, [snag]);
      });
    }
  };

  /** Undefined for a file that is not a picture, or is missing. */
  async function keep(id: number, name: string) {
    const row = await db
      .selectFrom("snag_topic_files")
      .select(["content", "bytes", "sha256"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const path = join(tmpdir(), `sitewalk-${randomUUID()}`);
    try {
      await writeFile(path, row.content);
      return await photos.keep({ path, name: fileNameOf(name), bytes: row.bytes, sha256: row.sha256 });
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith("IMAGE_")) return undefined;
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }
}
