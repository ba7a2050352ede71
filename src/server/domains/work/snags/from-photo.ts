import type { PhotoRecord } from "#server/domains/media/photos/photos.policy.ts";
import "#server/domains/media/visits/tables.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database } from "#server/platform/database.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { insertPhoto } from "./photos.repository.ts";
import type { SnagValues } from "./snag-writes.ts";
import type { By, Sent, SnagService } from "./snags.service.ts";
import type { wireSnag } from "./wire.ts";

/** Handler of snags that are created from a photo. */
export const photoHandlers = (
  db: Database,
  service: Pick<SnagService, "create">,
  show: (user: SessionUser, id: number) => Promise<ReturnType<typeof wireSnag>>,
): Handlers<"POST /api/photos/{id}/snags"> => ({
  "POST /api/photos/{id}/snags": async ({ subject, body, user, request }) =>
    show(user, await createFromPhoto({ db, service }, subject, body, { user, address: request.ip })),
});

/**
 * Creates a snag from a photo of the project: where the photo was taken, with the photo's own stored files, so that
 * nothing is decoded or stored again. Returns its id.
 */
async function createFromPhoto(
  { db, service }: { db: Database; service: Pick<SnagService, "create"> },
  photo: Authorized<PhotoRecord>,
  sent: Sent & Pick<SnagValues, "title">,
  by: By,
): Promise<number> {
  const { id_project, id_sheet, x, y } = photo;
  const id_room = await shownRoom(db, photo);
  const values = {
    ...sent,
    ...(id_room !== null && { id_room }),
    ...(id_sheet !== null && { id_sheet, x, y }),
  };
  return service.create(id_project, {}, values, by, async (trx, { id, id_visit }) => {
    await insertPhoto(trx, {
      filename: `${newCode(24)}.webp`,
      id_snag: id,
      id_project,
      id_visit,
      id_user: by.user.id,
      kind: "before",
      image: photo.image,
      thumbnail: photo.thumbnail,
      came_sha256: photo.sha256,
      came_bytes: photo.bytes,
      came_name: photo.file_name,
    });
  });
}

/** The photo's room; null while its visit is in the bin. */
async function shownRoom(db: Database, { id_room }: PhotoRecord): Promise<number | null> {
  const room = await db
    .selectFrom("rooms as r")
    .innerJoin("visits as v", "v.id", "r.id_visit")
    .select("r.id")
    .where("r.id", "=", id_room ?? 0)
    .where("v.deleted_at", "is", null)
    .executeTakeFirst();
  return room?.id ?? null;
}
