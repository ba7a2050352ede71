import { type Insertable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { capturedAt } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SnagRow } from "./snag-writes.ts";
import type { SnagPhotosTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

type NewPhoto = Insertable<SnagPhotosTable>;

/** Hours for which an uploaded picture waits for its snag. */
const WAITS = 24;

/**
 * Inserts a stored picture, for a snag (whose row is locked) or for one about to be created. Returns its id. Throws
 * SNAG_PHOTOS_FULL.
 */
export async function insertPhoto(trx: Trx, photo: NewPhoto): Promise<number> {
  const { id } = await trx.insertInto("snag_photos").values(photo).returning("id").executeTakeFirstOrThrow();
  if (typeof photo.id_snag === "number") await refuseWhenFull(trx, photo.id_snag);
  return id;
}

/**
 * Assigns pictures that the user uploaded earlier to the snag; those assigned already are skipped. Returns how many
 * there were. Throws VALIDATION for a name that is not one of the user's, SNAG_PHOTOS_FULL for too many.
 */
export async function attachPhotos(
  trx: Trx,
  snag: Pick<SnagRow, "id" | "id_project">,
  names: readonly string[],
  user: SessionUser,
): Promise<number> {
  const wanted = [...new Set(names)].filter((name) => name !== "");
  if (wanted.length === 0) return 0;
  const found = await trx
    .selectFrom("snag_photos")
    .select(["id", "id_snag"])
    .where("filename", "in", wanted)
    .where("id_project", "=", snag.id_project)
    .where((where) =>
      where.or([
        where("id_snag", "=", snag.id),
        where.and([where("id_snag", "is", null), where("id_user", "=", user.id)]),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  if (found.length !== wanted.length)
    throw new AppError("VALIDATION", { fields: { filenames: ["snags.photo_unknown"] } });
  const fresh = found.filter(({ id_snag }) => id_snag === null).map(({ id }) => id);
  if (fresh.length === 0) return 0;
  await trx.updateTable("snag_photos").set({ id_snag: snag.id }).where("id", "in", fresh).execute();
  await refuseWhenFull(trx, snag.id);
  return fresh.length;
}

async function refuseWhenFull(trx: Trx, snagId: number): Promise<void> {
  const { count } = await trx
    .selectFrom("snag_photos")
    .select(sql<number>`count(*)`.as("count"))
    .where("id_snag", "=", snagId)
    .executeTakeFirstOrThrow();
  const n = limits.snag.photos;
  if (count > n) throw new AppError("SNAG_PHOTOS_FULL", { values: { n } });
}

/** By its name on the wire. */
export const photoNamed = (db: Database | Trx, filename: string) =>
  db
    .selectFrom("snag_photos as f")
    .leftJoin("snags as s", "s.id", "f.id_snag")
    .leftJoin("users as u", "u.id", "f.id_user")
    .leftJoin("captures as c", (join) =>
      join.onRef("c.id_target", "=", "f.id").on("c.kind", "=", "snag_photo"),
    )
    .selectAll("f")
    .select(["s.id_visit as id_snag_visit", personName("u").as("author"), capturedAt("c").as("captured_at")])
    .where("f.filename", "=", filename)
    .executeTakeFirst();

/** Deletes pictures whose snag was never created; their files are swept when nothing references them any more. */
export async function prunePhotos(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WAITS * 3_600_000);
  await db.deleteFrom("snag_photos").where("id_snag", "is", null).where("created_at", "<", before).execute();
}
