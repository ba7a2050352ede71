import { sql } from "kysely";
import type { z } from "zod";
import { photoLimits } from "#contract/photos.limits.ts";
import type { photosApi } from "#contract/photos.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Portraits, Settle } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { createPhotoNews } from "./photo-news.ts";
import { nowhere, type Place, refused, resolvePlace } from "./photo-position.ts";
import { takenAt } from "./photo-time.ts";
import { photosChanged } from "./photos.events.ts";
import type { PhotoRecord } from "./photos.policy.ts";
import { countPhotos, photoName } from "./photos.repository.ts";
import { zoneOf } from "./time-zones.ts";

export interface PhotoServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly quotas: Pick<Quotas, "addOriginal">;
  readonly portraits: Pick<Portraits, "keepPhoto">;
  readonly news: ReturnType<typeof createPhotoNews>;
}

type NewPhoto = z.output<(typeof photosApi)["POST /api/projects/{id}/photos"]["body"]>;
type PhotoChange = z.output<(typeof photosApi)["PUT /api/photos/{id}"]["body"]>;

interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
}

const placeOf = ({ id_visit, id_room, id_sheet, x, y }: { [K in keyof Place]?: Place[K] | undefined }) => ({
  id_visit,
  id_room,
  id_sheet,
  x,
  y,
});

export function createPhotoService({ db, clock, bus, quotas, portraits, news }: PhotoServiceOptions) {
  /** Throws VALIDATION for a date in the future, within the tolerance of two clocks. */
  const pastDate = (text: string): Date => {
    const date = new Date(text);
    if (date.getTime() > clock.now().getTime() + photoLimits.futureMinutes * 60_000)
      throw refused("taken_at", "photos.date_future");
    return date;
  };

  const refuseWhenFull = async (trx: Trx, projectId: number, added: number): Promise<void> => {
    // Locked, so that two parallel calls cannot exceed the limit.
    await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
    if ((await countPhotos(trx, projectId)) + added > photoLimits.perProject)
      throw refused("file", "photos.full");
  };

  return {
    /** The photo that a client has added before with this guid. Another user's, or another project's, is a CONFLICT. */
    async addedBefore(guid: string | undefined, project: ProjectRecord, user: SessionUser) {
      if (guid === undefined) return undefined;
      const row = await db
        .selectFrom("photos")
        .select(["id", "id_project", "id_user"])
        .where("guid", "=", guid)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.id_project !== project.id || row.id_user !== user.id) throw new AppError("CONFLICT");
      return row.id;
    },

    /** Stores the file, then the row; `alongside` writes in the same transaction. Returns the id. */
    async add(
      project: Authorized<ProjectRecord>,
      file: UploadedFile,
      { guid, caption = "", zone, taken_at, heading = null, ...sent }: NewPhoto,
      { user, address }: By,
      alongside: Settle = () => Promise.resolve(),
    ): Promise<number> {
      const id_project = project.id;
      const { capture, ...kept } = await portraits.keepPhoto(file);
      const time =
        taken_at === undefined
          ? takenAt(capture, { zone: zoneOf(zone), now: clock.now() })
          : { taken_at: pastDate(taken_at), taken_from: "user" as const };
      return db.transaction().execute(async (trx) => {
        await refuseWhenFull(trx, id_project, 1);
        const values = {
          ...kept,
          ...time,
          ...nowhere,
          ...(await resolvePlace(trx, id_project, nowhere, placeOf(sent))),
          ...(guid !== undefined && { guid }),
          id_project,
          id_user: user.id,
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
        const made = await trx
          .insertInto("photos")
          .values(values)
          .onConflict((conflict) => conflict.column("guid").doNothing())
          .returning("id")
          .executeTakeFirst();
        // A parallel call with the same guid was first.
        if (made === undefined) {
          const first = await trx
            .selectFrom("photos")
            .select("id")
            .where("guid", "=", guid ?? "")
            .where("id_project", "=", id_project)
            .where("id_user", "=", user.id)
            .executeTakeFirst();
          if (first === undefined) throw new AppError("CONFLICT");
          await alongside(trx, first.id);
          return first.id;
        }
        const { id } = made;
        await alongside(trx, id);
        await quotas.addOriginal(trx, { id_user: user.id, id_project, bytes: file.bytes });
        await bus.emit(trx, photosChanged, { id_project });
        await recordActivity(trx, done("photo.created", { ...values, id }, user, address));
        await news.added(trx, { id_project, id_user: user.id });
        return id;
      });
    },

    /** Throws CONFLICT when the photo was changed since the version that the caller saw. */
    async change(
      subject: Authorized<PhotoRecord>,
      { version, proposal, taken_at, caption, heading, ...sent }: PhotoChange,
      { user, address }: By,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom("photos")
          .selectAll()
          .where("id", "=", subject.id)
          .where("deleted_at", "is", null)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) throw new AppError("NOT_FOUND");
        if (version !== undefined && version !== before.version) throw new AppError("CONFLICT");
        const values = definedOnly({
          caption,
          heading,
          ...(taken_at !== undefined && { taken_at: pastDate(taken_at), taken_from: "user" as const }),
          ...(proposal !== undefined && { answer: proposal }),
          ...(await resolvePlace(trx, before.id_project, before, placeOf(sent))),
        });
        const changed = changedNames(before, values);
        if (changed.length === 0) return;
        await trx
          .updateTable("photos")
          .set({ ...values, version: before.version + 1, updated_at: sql`now()` })
          .where("id", "=", before.id)
          .execute();
        await bus.emit(trx, photosChanged, { id_project: before.id_project });
        const after = { ...before, caption: caption ?? before.caption };
        const fields = [...new Set(changed.map((name) => recordedAs[name] ?? name))];
        await recordActivity(trx, { ...done("photo.changed", after, user, address), changed: fields });
      });
    },

    async moveToBin(subject: Authorized<PhotoRecord>, { user, address }: By): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("photos")
          .set({ deleted_at: sql`now()` })
          .where("id", "=", subject.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
        await bus.emit(trx, photosChanged, { id_project: subject.id_project });
        await recordActivity(trx, done("photo.deleted", subject, user, address));
      });
    },

    /** Photos of another project, or gone from the bin, are NOT_FOUND. Those that are not in the bin are skipped. */
    restore: (project: Authorized<ProjectRecord>, wanted: readonly number[], { user, address }: By) =>
      db.transaction().execute(async (trx) => {
        const ids = [...new Set(wanted)];
        const found = await trx
          .selectFrom("photos")
          .selectAll()
          .where("id_project", "=", project.id)
          .where("id", "in", ids)
          .orderBy("id")
          .forUpdate()
          .execute();
        if (found.length < ids.length) throw new AppError("NOT_FOUND");
        const binned = found.filter(({ deleted_at }) => deleted_at !== null);
        if (binned.length === 0) return 0;
        await refuseWhenFull(trx, project.id, binned.length);
        for (const photo of binned) {
          await trx.updateTable("photos").set({ deleted_at: null }).where("id", "=", photo.id).execute();
          await recordActivity(trx, done("photo.restored", photo, user, address));
        }
        await bus.emit(trx, photosChanged, { id_project: project.id });
        return binned.length;
      }),
  };
}

/** Names of changed fields in the log, where they differ from those of the table. */
const recordedAs: Readonly<Record<string, string>> = {
  taken_at: "visit_date",
  taken_from: "visit_date",
  id_visit: "visit",
  id_room: "room",
  id_sheet: "place",
  x: "place",
  y: "place",
  answer: "location",
};

/** For the log of the project and of the user. */
function done(
  action: `photo.${"created" | "changed" | "deleted" | "restored"}`,
  photo: Pick<PhotoRecord, "id" | "id_project" | "caption" | "file_name">,
  user: SessionUser,
  address: string,
): Activity {
  const subject = { kind: "photo", id: photo.id, name: photoName(photo) };
  return { id_user: user.id, action, subject, id_project: photo.id_project, address };
}
