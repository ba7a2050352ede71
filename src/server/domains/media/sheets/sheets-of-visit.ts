import { sql } from "kysely";
import type { ViewerSheet } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";

interface SheetRow {
  readonly id_sheet: number;
  readonly name: string;
  readonly floor: string;
  readonly image: string;
  readonly north: number;
  readonly rooms: ViewerSheet["rooms"];
}

/** The floor plans with rooms of a visit, in the project's order, each with those rooms only. */
export async function sheetsOfVisit(
  db: Database,
  visitId: number,
  address: (objectKey: string) => string,
): Promise<ViewerSheet[]> {
  const { rows } = await sql<SheetRow>`
    select s.id as id_sheet, s.name, s.floor, s.image, s.north, json_agg(json_build_object(
      'id_room', t.id_room, 'x', t.x, 'y', t.y, 'heading', t.heading) order by r.position, r.id) as rooms
    from room_positions t
    join rooms r on r.id = t.id_room
    join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
    join sheets s on s.id = t.id_sheet and s.image is not null
    where r.id_visit = ${visitId}
    group by s.id order by s.position, s.id`.execute(db);
  return rows.map((sheet) => ({ ...sheet, image: address(sheet.image) }));
}
