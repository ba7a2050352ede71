import { sql } from "kysely";
import type { z } from "zod";
import { type diaryApi, diaryLimits } from "#contract/diary.ts";
import { createAttachmentUploads } from "#server/domains/attachment-uploads.ts";
import type { MakeOfUpload, Portraits, Uploads } from "#server/media/index.ts";
import { knownCapture, oncePerCapture, splitCapture } from "#server/platform/captures.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { DiaryRow } from "./diary.repository.ts";
import { refused } from "./diary.weather.ts";

interface Options {
  readonly db: Database;
  readonly pictures: Pick<Portraits, "keepPortrait">;
  readonly uploads: Pick<Uploads, "finishAttachment">;
}

interface NewPhoto {
  readonly file: UploadedFile | undefined;
  readonly body: z.output<(typeof diaryApi)["POST /api/projects/{id}/diary/{day}/photos"]["body"]>;
  readonly id_user: number;
  readonly id_project: number;
  /** Works on the caller's draft of the day, in a transaction. */
  readonly draft: <T>(work: (trx: Trx, entry: DiaryRow) => Promise<T>) => Promise<T>;
}

/** Adds a photo to a draft, once for each capture. Throws VALIDATION for too many. */
export async function addPhoto(
  { db, pictures, uploads }: Options,
  { file: sent, body, id_user, id_project, draft }: NewPhoto,
): Promise<void> {
  const [capture, { upload }] = splitCapture(body);
  const doing = { id_user, kind: "diary_photo" } as const;
  if ((await knownCapture(db, capture, doing)) !== null) return;
  const make: MakeOfUpload = async (file, settle) => {
    const image = await pictures.keepPortrait(file, { width: 2048, height: 2048, fit: "inside" });
    const thumbnail = await pictures.keepPortrait(file, { width: 320, height: 240, fit: "cover" });
    const insert = async (trx: Trx, id_entry: number): Promise<number> => {
      const filename = `${newCode(24)}.webp`;
      const { id } = await trx
        .insertInto("diary_photos")
        .values({
          id_entry,
          filename,
          image,
          thumbnail,
          came_sha256: file.sha256,
          came_bytes: file.bytes,
          came_name: file.name.slice(0, 255),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await settle(trx, id);
      const { count } = await trx
        .selectFrom("diary_photos")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("id_entry", "=", id_entry)
        .executeTakeFirstOrThrow();
      if (count > diaryLimits.photos) throw refused("file", "diary.photos_full");
      return id;
    };
    return draft((trx, { id }) => oncePerCapture(trx, capture, doing, () => insert(trx, id)));
  };
  await createAttachmentUploads(uploads).photo({ file: sent, upload }, { id_user, id_project }, make);
}
