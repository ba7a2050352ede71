import { createAttachmentUploads } from "#server/domains/attachment-uploads.ts";
import { type VisitRecord, visitFlags } from "#server/domains/media/visits/visits.policy.ts";
import type { PortraitShape, Portraits, Settle, Uploads } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { capturedNow, knownCapture, oncePerCapture } from "#server/platform/captures.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { insertPhoto, photoNamed } from "./photos.repository.ts";
import { addStep, holdSnag, touchSnag } from "./snag-writes.ts";
import { type SnagRecord, snagFlags } from "./snags.policy.ts";
import { type By, done, type SnagService } from "./snags.service.ts";

/** Large enough to show the defect on a tablet. */
const photoShape: PortraitShape = { width: 2048, height: 2048, fit: "inside" };
const thumbnailShape: PortraitShape = { width: 320, height: 240, fit: "cover" };

export interface PhotosOptions {
  readonly db: Database;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly announce: SnagService["announce"];
  readonly uploads: Pick<Uploads, "finishAttachment">;
}

interface Upload {
  readonly file: UploadedFile;
  readonly kind: "before" | "after";
}

/** A photo that came with the call, or as an upload in parts. */
interface NewPhoto {
  readonly file: UploadedFile | undefined;
  readonly upload: string | undefined;
  readonly kind: "before" | "after";
}

/** Sequential: each holds the whole picture in memory while it is decoded. */
const keepPhoto = async (portraits: PhotosOptions["portraits"], file: UploadedFile) => ({
  image: await portraits.keepPortrait(file, photoShape),
  thumbnail: await portraits.keepPortrait(file, thumbnailShape),
  // Unguessable: a delete call names nothing else.
  filename: `${newCode(24)}.webp`,
  // Checksum of the original file, which is not stored: its owner can prove that it is the one.
  came_sha256: file.sha256,
  came_bytes: file.bytes,
  came_name: file.name.slice(0, 255),
});

/** Pictures of the defect and of its fix: stored as WebP, upright, without the camera's metadata. */
export function createSnagPhotos({ db, portraits, announce, uploads }: PhotosOptions) {
  const keep = (file: UploadedFile) => keepPhoto(portraits, file);

  /** Adds a picture to an existing snag, once per capture. Returns its name; empty for one that was there. */
  const add = async (subject: Authorized<SnagRecord>, photo: NewPhoto, by: By): Promise<string> => {
    const { id: id_snag, id_project, id_visit } = subject;
    const { kind } = photo;
    const id_user = by.user.id;
    const doing = { id_user, kind: "snag_photo" } as const;
    if ((await knownCapture(db, by.capture, doing)) !== null) return "";
    let filename = "";
    const make = async (file: UploadedFile, settle?: Settle): Promise<number> => {
      const kept = await keep(file);
      ({ filename } = kept);
      return db.transaction().execute((trx) =>
        oncePerCapture(trx, by.capture, doing, async () => {
          await holdSnag(trx, id_snag);
          const id = await insertPhoto(trx, { ...kept, kind, id_snag, id_project, id_visit, id_user });
          await settle?.(trx, id);
          await afterChange(trx, subject, by, "photo_added");
          return id;
        }),
      );
    };
    await createAttachmentUploads(uploads).photo(photo, { id_user, id_project }, make);
    return filename;
  };

  const afterChange = async (
    trx: Trx,
    snag: SnagRecord,
    { user, address, capture }: By,
    action: "photo_added" | "photo_removed",
  ): Promise<void> => {
    await touchSnag(trx, snag.id);
    await addStep(trx, snag.id, { id_user: user.id, action, captured_at: capturedNow(capture) });
    await announce(trx, [snag]);
    await recordActivity(trx, done(action, snag, user, address));
  };

  const drop = (trx: Trx, id: number) => trx.deleteFrom("snag_photos").where("id", "=", id).execute();

  /** Users delete their own, editors any. Throws NOT_FOUND for one of another snag. */
  const remove = async (subject: Authorized<SnagRecord>, filename: string, by: By): Promise<void> => {
    const { user } = by;
    await db.transaction().execute(async (trx) => {
      const photo = await photoNamed(trx, filename);
      if (photo === undefined || photo.id_snag !== subject.id) throw new AppError("NOT_FOUND");
      if (photo.id_user !== user.id && !snagFlags(subject, user).edit) throw new AppError("SNAG_EDIT_DENIED");
      await drop(trx, photo.id);
      await afterChange(trx, subject, by, "photo_removed");
    });
  };

  return {
    keep,
    add,
    remove,

    /** Stores a picture for a snag about to be created in the visit. Returns its name. */
    async wait(visit: Authorized<VisitRecord>, { file, kind }: Upload, user: SessionUser): Promise<string> {
      const kept = await keep(file);
      const { id: id_visit, id_project } = visit;
      await db
        .transaction()
        .execute((trx) =>
          insertPhoto(trx, { ...kept, kind, id_snag: null, id_project, id_visit, id_user: user.id }),
        );
      return kept.filename;
    },

    /**
     * Deletes a picture of the visit: one that waits for its snag, or of an existing snag; `snagOf` checks that the
     * caller may answer it.
     */
    async removeFrom(
      visit: Authorized<VisitRecord>,
      filename: string,
      by: By,
      snagOf: (id: number) => Promise<Authorized<SnagRecord>>,
    ): Promise<void> {
      const photo = await photoNamed(db, filename);
      if (photo === undefined || ![photo.id_visit, photo.id_snag_visit].includes(visit.id))
        throw new AppError("NOT_FOUND");
      if (photo.id_snag !== null) return remove(await snagOf(photo.id_snag), filename, by);
      // Other users learn nothing of it.
      if (photo.id_user !== by.user.id && !visitFlags(visit, by.user).add_snag)
        throw new AppError("NOT_FOUND");
      await db.transaction().execute((trx) => drop(trx, photo.id));
    },
  };
}
