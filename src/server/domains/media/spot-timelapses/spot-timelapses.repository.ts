import { sql } from "kysely";
import { spotTimelapseLimits as limits } from "#contract/spot-timelapses.limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import "#server/media/tables.ts";
import "../videos/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";

const day = 86_400_000;

/** Requests of a project that are still listed, newest first, each with its video. */
export const listTimelapses = (db: Database, projectId: number, now: Date) =>
  db
    .selectFrom("spot_timelapses as l")
    .leftJoin("videos as t", "t.id", "l.id_video")
    .selectAll("l")
    .select("t.code as video_code")
    .where("l.id_project", "=", projectId)
    .where("l.created_at", ">", new Date(now.getTime() - limits.keptDays * day))
    .orderBy("l.id", "desc")
    .execute();

export type ListedTimelapse = Awaited<ReturnType<typeof listTimelapses>>[number];

/** Locks the project to the end of the transaction, and counts its requests that are not settled. */
export async function countOpen(trx: Trx, projectId: number): Promise<number> {
  await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
  const { open } = await trx
    .selectFrom("spot_timelapses")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("id_project", "=", projectId)
    .where("state", "in", ["waiting", "making"])
    .executeTakeFirstOrThrow();
  return open;
}

/** Visits of the project that are not in the bin, oldest first, at most 1000. */
export const visitsOf = (
  db: Database,
  projectId: number,
  { from, to }: { readonly from: Date | null; readonly to: Date | null },
) =>
  db
    .selectFrom("visits")
    .select(["id", "visit_date"])
    .where("id_project", "=", projectId)
    .where("deleted_at", "is", null)
    .$if(from !== null, (query) => query.where("visit_date", ">=", from ?? new Date(0)))
    .$if(to !== null, (query) => query.where("visit_date", "<=", to ?? new Date()))
    .orderBy("visit_date", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .execute()
    .then((visits) => visits.toReversed());

/** Rooms with ready pictures, of visits that are not in the bin, oldest first. */
export const picturesOf = (db: Database, rooms: readonly number[]) =>
  db
    .selectFrom("rooms as r")
    .innerJoin("visits as v", "v.id", "r.id_visit")
    .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
    .select([
      "r.id as id_room",
      "r.id_visit",
      "r.north",
      "v.visit_date",
      "c.sha256",
      "c.levels",
      "c.area",
      "c.pose",
    ])
    .where("r.id", "=", sql<number>`any (${rooms}::bigint[])`)
    .where("v.deleted_at", "is", null)
    .where("c.state", "=", "ready")
    .orderBy("v.visit_date")
    .orderBy("r.id")
    .execute();

/** A request with what its video needs; undefined when it was cancelled, or its project is in the bin. */
export const findTimelapse = (db: Database, id: number) =>
  db
    .selectFrom("spot_timelapses as l")
    .innerJoin("projects as p", "p.id", "l.id_project")
    .leftJoin("rooms as r", "r.id", "l.id_room")
    .leftJoin("visits as v", "v.id", "r.id_visit")
    .selectAll("l")
    .select(["p.name as project", "v.code as visit_code"])
    .where("l.id", "=", id)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();

export type FoundTimelapse = NonNullable<Awaited<ReturnType<typeof findTimelapse>>>;

/** Returns false when it was cancelled or is finished. */
export async function setProgress(db: Database, id: number, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("spot_timelapses")
    .set({ state: "making", progress })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "making"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a request that is not settled; false when it is, or was cancelled. */
export async function lockUnsettled(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("spot_timelapses")
    .select("id")
    .where("id", "=", id)
    .where("state", "in", ["waiting", "making"])
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export const settleTimelapse = (
  trx: Trx,
  id: number,
  values:
    | { readonly state: "ready"; readonly id_video: number }
    | { readonly state: "failed"; readonly problem: string },
) =>
  trx
    .updateTable("spot_timelapses")
    .set({ ...values, ...(values.state === "ready" && { progress: 1 }) })
    .where("id", "=", id)
    .execute();

/** Deletes requests that are no longer listed, and videos of which a picture is gone for good. */
export async function pruneTimelapses(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("spot_timelapses")
    .where("created_at", "<", new Date(now.getTime() - limits.keptDays * day))
    .execute();
  await sql`
    delete from videos t where t.is_withheld and exists (
      select from video_dates d left join rooms r on r.id = d.id_room where d.id_video = t.id and r.id is null)`.execute(
    db,
  );
}
