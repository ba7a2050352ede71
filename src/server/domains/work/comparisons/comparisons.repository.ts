import { sql } from "kysely";
import type { Counterparts } from "#server/domains/media/tour/bindings-counterparts.ts";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";
import "../snags/tables.ts";

/** Two visits of a project that are not in the bin, in the given order; undefined where one is missing. */
export async function visitPair(
  db: Database,
  projectId: number,
  { first, second }: { first: number; second: number },
) {
  const rows = await db
    .selectFrom("visits")
    .select(["id", "code", "name", "visit_date"])
    .where("id_project", "=", projectId)
    .where("deleted_at", "is", null)
    .where("id", "in", [first, second])
    .execute();
  const [one, other] = [first, second].map((id) => rows.find((row) => row.id === id));
  return one === undefined || other === undefined ? undefined : ([one, other] as const);
}

/** Rooms of a visit whose pictures are ready or will be, in walking order. */
export const roomsOfVisit = (db: Database, visitId: number) =>
  db
    .selectFrom("rooms as r")
    .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
    .leftJoin("room_positions as t", "t.id_room", "r.id")
    .leftJoin("sheets as s", "s.id", "t.id_sheet")
    .select(["r.id", "r.id_visit", "r.name", "r.north", "c.sha256", "c.levels", "c.area", "c.pose"])
    // As the viewer's `has_north`.
    .select(sql<boolean>`(r.is_north_set or r.north <> 0 or c.north is not null)`.as("has_north"))
    .select(sql<string>`concat_ws(' · ', nullif(s.floor, ''), nullif(s.name, ''))`.as("floor"))
    .where("r.id_visit", "=", visitId)
    .where("c.state", "<>", "failed")
    .orderBy("r.position")
    .orderBy("r.id")
    .limit(1000)
    .execute();

export type ComparedRoom = Awaited<ReturnType<typeof roomsOfVisit>>[number];

/** Rooms of two visits that show one spot, in the walking order of the first, at most 500. */
export async function pairsOf(
  db: Database,
  counterparts: Counterparts,
  visits: { readonly first: number; readonly second: number },
): Promise<(readonly [ComparedRoom, ComparedRoom])[]> {
  const [rooms, others] = [await roomsOfVisit(db, visits.first), await roomsOfVisit(db, visits.second)];
  const pairs: (readonly [ComparedRoom, ComparedRoom])[] = [];
  const found = await counterparts.counterpartsBetween(visits.first, visits.second);
  for (const room of rooms) {
    if (pairs.length >= 500) break;
    const other = others.find(({ id }) => id === found.get(room.id));
    if (other !== undefined) pairs.push([room, other]);
  }
  return pairs;
}

/** Snags in rooms that are not closed, by number. */
export const openSnags = (db: Database, rooms: readonly number[]) =>
  db
    .selectFrom("snags")
    .select(["id_room", "number", "title", "status"])
    .where("id_room", "=", sql<number>`any (${rooms}::bigint[])`)
    .where("status", "<>", "closed")
    .orderBy("number")
    .execute();
