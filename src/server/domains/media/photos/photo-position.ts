import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { fitAffine, type Known } from "../sheets/propose-positions.ts";
import type { PhotoRecord } from "./photos.policy.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";

type Place = Pick<PhotoRecord, "id_visit" | "id_room" | "id_sheet" | "x" | "y">;
type Sent = { readonly [K in keyof Place]?: Place[K] | undefined };

export const refused = (field: string, text: string) =>
  new AppError("VALIDATION", { fields: { [field]: [text] } });

/** Visit, room and position of a call. */
export const placeOf = ({ id_visit, id_room, id_sheet, x, y }: Sent): Sent => ({
  id_visit,
  id_room,
  id_sheet,
  x,
  y,
});

export const nowhere: Place = { id_visit: null, id_room: null, id_sheet: null, x: null, y: null };

/**
 * The place of a photo after an update: a visit of its project, a room of that visit, a position on a floor plan of the
 * project. A photo that gets a room but no position takes the room's. Throws VALIDATION at the invalid field.
 */
export async function resolvePlace(
  trx: Trx,
  projectId: number,
  before: Place,
  sent: Sent,
): Promise<Partial<Place>> {
  const linked = await inVisit(trx, projectId, before, sent);
  const placed = await onSheet(trx, projectId, before, sent);
  const isNewRoom = linked.id_room != null && linked.id_room !== before.id_room;
  if (placed !== undefined || !isNewRoom) return { ...linked, ...placed };
  const room = await trx
    .selectFrom("room_positions")
    .select(["id_sheet", "x", "y"])
    .where("id_room", "=", linked.id_room ?? 0)
    .executeTakeFirst();
  return { ...linked, ...room };
}

async function inVisit(trx: Trx, projectId: number, before: Place, sent: Sent): Promise<Partial<Place>> {
  const { id_visit, id_room } = sent;
  if (id_room != null) {
    const room = await trx
      .selectFrom("rooms as r")
      .innerJoin("visits as v", "v.id", "r.id_visit")
      .select("r.id_visit")
      .where("r.id", "=", id_room)
      .where("v.id_project", "=", projectId)
      .where("v.deleted_at", "is", null)
      .forKeyShare("r")
      .executeTakeFirst();
    if (room === undefined || (id_visit != null && room.id_visit !== id_visit))
      throw refused("id_room", "photos.room_elsewhere");
    return { id_visit: room.id_visit, id_room };
  }
  if (id_visit === undefined) return id_room === undefined ? {} : { id_room };
  if (id_visit === null) return { id_visit, id_room: null };
  const visit = await trx
    .selectFrom("visits")
    .select("id")
    .where("id", "=", id_visit)
    .where("id_project", "=", projectId)
    .where("deleted_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (visit === undefined) throw refused("id_visit", "photos.visit_elsewhere");
  // A room belongs to one visit.
  return { id_visit, ...((id_room === null || id_visit !== before.id_visit) && { id_room: null }) };
}

/** Undefined when no position was sent. */
async function onSheet(
  trx: Trx,
  projectId: number,
  before: Place,
  sent: Sent,
): Promise<Partial<Place> | undefined> {
  if ([sent.id_sheet, sent.x, sent.y].every((value) => value === undefined)) return undefined;
  if (sent.id_sheet === null) return { id_sheet: null, x: null, y: null };
  const id_sheet = sent.id_sheet ?? before.id_sheet;
  if (id_sheet === null) throw refused("id_sheet", "photos.sheet_required");
  const old = id_sheet === before.id_sheet ? before : nowhere;
  const { x = old.x, y = old.y } = sent;
  if (x === null || y === null) throw refused(x === null ? "x" : "y", "photos.position_incomplete");
  const sheet = await trx
    .selectFrom("sheets")
    .select("id")
    .where("id", "=", id_sheet)
    .where("id_project", "=", projectId)
    .forKeyShare()
    .executeTakeFirst();
  if (sheet === undefined) throw refused("id_sheet", "photos.sheet_elsewhere");
  return { id_sheet, x, y };
}

/**
 * Where a location lies on the floor plans of a project, by the rooms on each whose location is known. Several floors
 * may have it: coordinates do not name the storey.
 */
export async function proposedPositions(
  db: Database,
  projectId: number,
  fix: { readonly latitude: number; readonly longitude: number },
): Promise<{ id_sheet: number; x: number; y: number }[]> {
  const { rows } = await sql<Known & { id_sheet: number }>`
    select k.* from sheets s, lateral (
      select t.id_sheet, t.x, t.y, c.latitude, c.longitude from room_positions t
      join rooms r on r.id = t.id_room join visits v on v.id = r.id_visit and v.deleted_at is null
      join pictures c on c.sha256 = r.picture_sha256
      where t.id_sheet = s.id and c.latitude is not null
      order by v.visit_date desc, r.id desc limit 200) k
    where s.id_project = ${projectId} order by s.position, s.id`.execute(db);
  const ids = [...new Set(rows.map(({ id_sheet }) => id_sheet))];
  return ids.flatMap((id_sheet) => {
    const place = fitAffine(rows.filter((row) => row.id_sheet === id_sheet))?.(fix);
    const isOnIt = place && [place.x, place.y].every((value) => value >= 0 && value <= 1);
    return isOnIt ? [{ id_sheet, x: place.x, y: place.y }] : [];
  });
}
