import { type ProjectRecord, projectPolicy } from "#server/domains/sites/projects/projects.policy.ts";
import type { MakeOfUpload, Uploads } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** Photos and voice notes of snags and of the site diary: with the call, or in parts before it. */
export interface AttachmentUploads {
  /** Hands the file to `make`. Throws `FILE_EMPTY` without one, and what an upload in parts refuses. */
  photo(
    sent: SentFile,
    of: { readonly id_user: number; readonly id_project: number },
    make: MakeOfUpload,
  ): Promise<number>;
}

export interface SentFile {
  readonly file: UploadedFile | undefined;
  readonly upload: string | undefined;
  /** Key of the text for a call without either; that of a photo by default. */
  readonly missing?: string;
}

export const createAttachmentUploads = (uploads: Pick<Uploads, "finishAttachment">): AttachmentUploads => ({
  photo({ file, upload, missing = "snags.photo_required" }, of, make) {
    // Only an upload in parts has something to settle.
    if (file !== undefined) return make(file, async () => undefined);
    if (upload === undefined) throw new AppError("FILE_EMPTY", { fields: { file: [missing] } });
    return uploads.finishAttachment({ id: upload, ...of }, make);
  },
});

/**
 * Checks that a user may start to upload a photo to a project: every user who sees the project. The call that ends the
 * upload decides whether the snag or the diary takes it.
 */
export function createMayUploadAttachment(db: Database, most: number) {
  const rules: Policy<ProjectRecord> = projectPolicy(db);
  return async (user: SessionUser, { id_project, bytes }: { id_project: number; bytes: number }) => {
    await authorize(rules, "view", id_project, user);
    if (bytes > most) throw new AppError("IMAGE_TOO_LARGE", { values: { maxFileSize: most / 2 ** 20 } });
  };
}
