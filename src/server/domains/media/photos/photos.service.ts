import { sql } from "kysely";
import type { z } from "zod";
import type { photosApi } from "#contract/photos.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import { type AddPhotoOptions, refuseWhenFull } from "./add-photo.ts";
import { type By, done, fieldsOf } from "./photo-log.ts";
import { placeOf, resolvePlace } from "./photo-position.ts";
import { pastDate } from "./photo-time.ts";
import { photosChanged } from "./photos.events.ts";
import type { PhotoRecord } from "./photos.policy.ts";

type PhotoServiceOptions = Pick<AddPhotoOptions, "db" | "clock" | "bus">;
type PhotoChange = z.output<(typeof photosApi)["PUT /api/photos/{id}"]["body"]>;

/** Changes of photos, and their bin. */
export function createPhotoService({ db, clock, bus }: PhotoServiceOptions) {
  return {
    /** Throws CONFLICT when the photo was changed since the version that the caller saw. */
    async change(
      subject: Authorized<PhotoRecord>,
      { version, proposal, taken_at, caption, heading, ...sent }: PhotoChange,
      by: By,
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
        const time =
          taken_at === undefined
            ? {}
            : { taken_at: pastDate(taken_at, clock.now()), taken_from: "user" as const };
        const values = definedOnly({
          ...time,
          caption,
          heading,
          answer: proposal,
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
        await recordActivity(trx, { ...done("photo.changed", after, by), changed: fieldsOf(changed) });
      });
    },

    async moveToBin(subject: Authorized<PhotoRecord>, by: By): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("photos")
          .set({ deleted_at: sql`now()` })
          .where("id", "=", subject.id)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
        await bus.emit(trx, photosChanged, { id_project: subject.id_project });
        await recordActivity(trx, done("photo.deleted", subject, by));
      });
    },

    /** Photos of another project, or gone from the bin, are NOT_FOUND. Those that are not in the bin are skipped. */
    restore: (project: Authorized<ProjectRecord>, wanted: readonly number[], by: By): Promise<number> =>
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
          await recordActivity(trx, done("photo.restored", photo, by));
        }
        await bus.emit(trx, photosChanged, { id_project: project.id });
        return binned.length;
      }),
  };
}
