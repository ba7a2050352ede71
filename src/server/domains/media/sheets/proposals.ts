import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { type Fix, type Known, type Proposal, proposePositions } from "./propose-positions.ts";
import type { SheetRecord } from "./sheets.policy.ts";
import type { createSheetsRepository } from "./sheets.repository.ts";

/** Proposes positions for the rooms of a visit that are on no sheet yet; writes nothing. */
export async function proposePlaces(
  db: Database,
  repository: Pick<ReturnType<typeof createSheetsRepository>, "ofVisit" | "summary">,
  sheet: SheetRecord,
  visitId: number,
): Promise<Proposal[]> {
  const [rooms, { plan }, fixes, known] = await Promise.all([
    repository.ofVisit(sheet, visitId),
    repository.summary(sheet.id),
    fixesOf(db, visitId),
    knownOn(db, sheet.id),
  ]);
  const stops = rooms.map(({ id_room, x, y, suggestion }) => ({
    id_room,
    place: x === null || y === null ? null : { x, y },
    earlier: suggestion,
    fix: fixes.get(id_room) ?? null,
  }));
  return proposePositions(stops, known, (plan?.width ?? 3) / (plan?.height ?? 2));
}

/** Coordinates of the pictures of a visit, by room. */
async function fixesOf(db: Database, visitId: number): Promise<Map<number, Fix>> {
  const { rows } = await sql<Fix & { id: number }>`
    select r.id, c.latitude, c.longitude from rooms r join pictures c on c.sha256 = r.picture_sha256
    where r.id_visit = ${visitId} and c.latitude is not null`.execute(db);
  return new Map(rows.map(({ id, ...fix }) => [id, fix]));
}

/** Positions on the sheet with known coordinates, of any visit, the newest ones. */
async function knownOn(db: Database, sheetId: number): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select t.x, t.y, c.latitude, c.longitude from room_positions t
    join rooms r on r.id = t.id_room join visits v on v.id = r.id_visit and v.deleted_at is null
    join pictures c on c.sha256 = r.picture_sha256
    where t.id_sheet = ${sheetId} and c.latitude is not null
    order by v.visit_date desc, r.id desc limit 500`.execute(db);
  return rows;
}
