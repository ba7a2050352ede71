import { type Selectable, sql } from "kysely";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { WalkRoomsTable, WalksTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";

/** A walk without its path, which is large. */
export interface WalkRow extends Omit<Selectable<WalksTable>, "path" | "placement" | "line"> {
  readonly author: PersonRow | null;
  readonly rooms: number;
  readonly rooms_made: number;
}

const columns = [
  "w.id",
  "w.id_visit",
  "w.id_user",
  "w.file_name",
  "w.bytes",
  "w.sha256",
  "w.kind",
  "w.photos",
  "w.film",
  "w.width",
  "w.height",
  "w.seconds",
  "w.state",
  "w.problem",
  "w.pieces",
  "w.reader",
  "w.version",
  "w.keeps_film",
  "w.id_maker",
  "w.created_at",
  "w.updated_at",
] as const;

const walks = (db: Database | Trx) =>
  db
    .selectFrom("walks as w")
    .leftJoin("users as u", "u.id", "w.id_user")
    .select(columns)
    .select(personJson("u").as("author"))
    .select([
      sql<number>`(select count(*)::int from walk_rooms r where r.id_walk = w.id)`.as("rooms"),
      sql<number>`(select count(*)::int from walk_rooms r where r.id_walk = w.id and r.is_made)`.as(
        "rooms_made",
      ),
    ]);

/** The walks of a visit, newest first. */
export const walksOf = (db: Database | Trx, visitId: number): Promise<WalkRow[]> =>
  walks(db).where("w.id_visit", "=", visitId).orderBy("w.id", "desc").execute();

/** Throws NOT_FOUND for a walk of another visit. */
export async function walkOf(db: Database | Trx, visitId: number, walkId: number): Promise<WalkRow> {
  const row = await walks(db).where("w.id", "=", walkId).where("w.id_visit", "=", visitId).executeTakeFirst();
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockWalk(trx: Trx, visitId: number, walkId: number): Promise<WalkRow> {
  await trx.selectFrom("walks").select("id").where("id", "=", walkId).forUpdate().executeTakeFirst();
  return walkOf(trx, visitId, walkId);
}

/** Its path and positions, the keys of its previews, and the rooms made of it. */
export async function detailOf(db: Database | Trx, walkId: number) {
  const [{ path, placement }, pieces, made] = await Promise.all([
    db.selectFrom("walks").select(["path", "placement"]).where("id", "=", walkId).executeTakeFirstOrThrow(),
    db
      .selectFrom("walk_pieces")
      .select(["piece", "preview"])
      .where("id_walk", "=", walkId)
      .orderBy("piece")
      .execute(),
    db
      .selectFrom("walk_rooms")
      .select(["picture", "id_room", "name"])
      .where("id_walk", "=", walkId)
      .where("is_made", "=", true)
      .orderBy("picture")
      .execute(),
  ]);
  return { path, placement, pieces, made };
}

export type WishedRoom = Selectable<WalkRoomsTable>;

/** A walk whose work goes on in the background, with the visit that it belongs to; undefined once it is gone. */
export async function workOf(db: Database | Trx, walkId: number) {
  return db
    .selectFrom("walks as w")
    .innerJoin("visits as v", "v.id", "w.id_visit")
    .innerJoin("projects as p", "p.id", "v.id_project")
    .select(columns)
    .select(["v.id_project", "v.name as visit", "p.name as project"])
    .where("w.id", "=", walkId)
    .where("v.deleted_at", "is", null)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
}
export type WalkWork = NonNullable<Awaited<ReturnType<typeof workOf>>>;

export interface By {
  readonly user: Pick<SessionUser, "id">;
  /** Network address of the caller; empty for background work. */
  readonly address: string;
}

/** Records what was done with a walk, for the logs of the project and of the user. */
export const recordWalk = (
  trx: Trx,
  verb: "created" | "placed" | "ready" | "requested" | "made" | "stopped" | "continued" | "deleted",
  walk: { readonly id: number; readonly file_name: string },
  of: { readonly id_project: number },
  by: By | null,
): Promise<void> =>
  recordActivity(trx, {
    id_user: by?.user.id ?? null,
    action: `walk.${verb}`,
    subject: { kind: "walk", id: walk.id, name: walk.file_name.slice(0, 100) },
    id_project: of.id_project,
    address: by?.address ?? "",
  });
