import type { snagsApi } from "#contract/snags.ts";
import { splitCapture } from "#server/platform/captures.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { seesAddresses } from "./by-link.ts";
import type { createSnagComments } from "./comments.ts";
import { photoNamed } from "./photos.repository.ts";
import type { createSnagPhotos } from "./photos.service.ts";
import { snagFlags, type snagPolicy } from "./snags.policy.ts";
import type { SnagsRepository } from "./snags.repository.ts";
import { wireComment, wirePhoto, type wireSnag, wireStep } from "./wire.ts";

export interface AttachmentOptions {
  readonly db: Database;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  readonly policy: ReturnType<typeof snagPolicy>;
  readonly repository: Pick<SnagsRepository, "comments" | "steps">;
  readonly photos: ReturnType<typeof createSnagPhotos>;
  readonly comments: ReturnType<typeof createSnagComments>;
  /** The snag as the caller sees it. */
  readonly show: (user: SessionUser, id: number) => Promise<ReturnType<typeof wireSnag>>;
}

type Route = Extract<
  keyof typeof snagsApi,
  `${string} /api/annotations/${"file" | "file/delete" | `{id}/${"photos" | "comments" | "comments/{comment}" | "history"}`}`
>;

/** Handlers for the photos, comments and history of a snag. */
export function attachmentHandlers(options: AttachmentOptions): Handlers<Route> {
  const { db, address, policy, repository, photos, comments, show } = options;
  const showPhoto = async (filename: string) => {
    const photo = await photoNamed(db, filename);
    if (photo === undefined) throw new AppError("NOT_FOUND");
    return wirePhoto(
      {
        ...photo,
        author: photo.author ?? "",
        created_at: photo.created_at.toISOString(),
        captured_at: photo.captured_at?.toISOString() ?? null,
      },
      address,
    );
  };

  return {
    "POST /api/annotations/file": async ({ subject: visit, body, files, user, request }) => {
      const upload = { file: files.file, kind: body.kind, upload: undefined };
      if (body.id_annotation === undefined) return showPhoto(await photos.wait(visit, upload, user));
      const snag = await authorize(policy, "answer", body.id_annotation, user);
      if (snag.id_visit !== visit.id)
        throw new AppError("VALIDATION", { fields: { id_annotation: ["snags.not_this_visit"] } });
      return showPhoto(await photos.add(snag, upload, { user, address: request.ip }));
    },
    "POST /api/annotations/{id}/photos": async ({ subject, body, files, user, request }) => {
      const [capture, { kind, upload }] = splitCapture(body);
      const by = { user, address: request.ip, capture };
      await photos.add(subject, { file: files.file, upload, kind }, by);
      return show(user, subject.id);
    },
    "DELETE /api/annotations/file/delete": async ({ subject: visit, query, user, request }) => {
      const by = { user, address: request.ip };
      await photos.removeFrom(visit, query.filename, by, (id) => authorize(policy, "answer", id, user));
      return {};
    },
    "DELETE /api/annotations/{id}/photos": async ({ subject, query, user, request }) => {
      await photos.remove(subject, query.filename, { user, address: request.ip });
      return show(user, subject.id);
    },
    "GET /api/annotations/{id}/comments": async ({ subject, user }) => {
      const can = snagFlags(subject, user);
      return (await repository.comments([subject.id])).map((row) => wireComment(row, user, can, address));
    },
    "POST /api/annotations/{id}/comments": async ({ subject, body, user, request }) => {
      const [capture, { text }] = splitCapture(body);
      const id = await comments.add(subject, text, { user, address: request.ip, capture });
      const row = (await repository.comments([subject.id])).find((one) => one.id === id);
      if (row === undefined) throw new AppError("NOT_FOUND");
      return wireComment(row, user, snagFlags(subject, user), address);
    },
    "DELETE /api/annotations/{id}/comments/{comment}": async ({ subject, params, user, request }) => {
      await comments.remove(subject, params.comment, { user, address: request.ip });
      return {};
    },
    "GET /api/annotations/{id}/history": async ({ subject, user }) => {
      const isWhole = seesAddresses(subject, user);
      return (await repository.steps(subject.id)).map((row) => wireStep(row, address, isWhole));
    },
  };
}
