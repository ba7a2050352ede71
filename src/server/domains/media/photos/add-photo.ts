import { sql } from "kysely";
import type { z } from "zod";
import { photoLimits } from "#contract/photos.limits.ts";
import type { photosApi } from "#contract/photos.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { KeptPhoto, Portraits, Settle } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import {
  type Capture,
  capturedBefore,
  knownCapture,
  oncePerCapture,
  type SentCapture,
} from "#server/platform/captures.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type By, done } from "./photo-log.ts";
import type { createPhotoNews } from "./photo-news.ts";
import { nowhere, placeOf, refused, resolvePlace } from "./photo-position.ts";
import { pastDate, takenAt } from "./photo-time.ts";
import { photosChanged } from "./photos.events.ts";
import { countPhotos } from "./photos.repository.ts";
import { zoneOf } from "./time-zones.ts";

export interface AddPhotoOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly quotas: Pick<Quotas, "addFile">;
  readonly portraits: Pick<Portraits, "keepPhoto">;
  readonly news: ReturnType<typeof createPhotoNews>;
}

type NewPhoto = Omit<
  z.output<(typeof photosApi)["POST /api/projects/{id}/photos"]["body"]>,
  keyof SentCapture | "upload"
>;

/** Throws VALIDATION when the project cannot take so many more. Its row is locked, so that parallel calls wait. */
export async function refuseWhenFull(trx: Trx, projectId: number, added: number): Promise<void> {
  await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
  if ((await countPhotos(trx, projectId)) + added > photoLimits.perProject)
    throw refused("file", "photos.full");
}

/**
 * The photo that a client added before with this guid. Another user's, or another project's, is a CONFLICT. Throws
 * NOT_FOUND for one that was deleted for good since: a repeated call does not bring it back.
 */
export async function addedBefore(
  db: Database,
  capture: Capture | undefined,
  project: Pick<ProjectRecord, "id">,
  user: SessionUser,
): Promise<number | undefined> {
  if (capture === undefined) return undefined;
  const row = await photoOf(db, capture);
  if (row === undefined) {
    if ((await knownCapture(db, capture, { id_user: user.id, kind: "photo" })) !== null)
      throw new AppError("NOT_FOUND");
    return undefined;
  }
  if (row.id_project !== project.id || row.id_user !== user.id) throw new AppError("CONFLICT");
  return row.id;
}

const photoOf = (db: Database | Trx, { guid }: Capture) =>
  db.selectFrom("photos").select(["id", "id_project", "id_user"]).where("guid", "=", guid).executeTakeFirst();

/** Throws CONFLICT when another photo has the GUID of the capture. */
async function freeGuid(trx: Trx, capture: Capture | undefined): Promise<{ guid?: string }> {
  if (capture === undefined) return {};
  if ((await photoOf(trx, capture)) !== undefined) throw new AppError("CONFLICT");
  return { guid: capture.guid };
}

/** Stores the file, then the row, once per capture; `alongside` writes in the same transaction. Returns the id. */
export async function addPhoto(
  options: AddPhotoOptions,
  project: Authorized<ProjectRecord>,
  file: UploadedFile,
  sent: NewPhoto,
  by: By,
  alongside: Settle = () => Promise.resolve(),
): Promise<number> {
  const { db, bus, quotas, news } = options;
  const [id_project, id_user] = [project.id, by.user.id];
  const kept = await options.portraits.keepPhoto(file);
  const make = async (trx: Trx): Promise<number> => {
    await refuseWhenFull(trx, id_project, 1);
    const values = {
      ...fieldsOf(kept, file, { ...sent, capture: by.capture }, options.clock),
      ...(await freeGuid(trx, by.capture)),
      ...nowhere,
      ...(await resolvePlace(trx, id_project, nowhere, placeOf(sent))),
      id_project,
      id_user,
    };
    const { id } = await trx.insertInto("photos").values(values).returning("id").executeTakeFirstOrThrow();
    await alongside(trx, id);
    await quotas.addFile(trx, { id_user, id_project, bytes: file.bytes });
    await bus.emit(trx, photosChanged, { id_project });
    await recordActivity(trx, done("photo.created", { ...values, id }, by));
    await news.added(trx, { id_project, id_user });
    return id;
  };
  const doing = { id_user, kind: "photo" } as const;
  return db.transaction().execute((trx) => oncePerCapture(trx, by.capture, doing, () => make(trx)));
}

/** Everything but the place of a new photo. */
function fieldsOf(
  { capture, ...keys }: KeptPhoto,
  file: UploadedFile,
  {
    caption = "",
    zone,
    taken_at,
    heading = null,
    capture: kept,
  }: NewPhoto & { readonly capture: Capture | undefined },
  clock: Clock,
) {
  const now = clock.now();
  const time =
    taken_at === undefined
      ? takenAt(capture, { zone: zoneOf(zone), now, kept: capturedBefore(kept, now) })
      : { taken_at: pastDate(taken_at, now), taken_from: "user" as const };
  return {
    ...keys,
    ...time,
    caption,
    heading,
    file_name: file.name.slice(0, 255) || "photo",
    bytes: file.bytes,
    sha256: file.sha256,
    latitude: capture.place?.latitude ?? null,
    longitude: capture.place?.longitude ?? null,
    accuracy: capture.place?.accuracy ?? null,
    file_heading: capture.heading,
  };
}
