import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";

export interface RoomPlace {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
  /** Direction of the picture's centre, degrees clockwise from the floor plan's upper edge. */
  readonly heading: number;
}

/** Sets the position of a room, with its author, and its north, which follows from that of the floor plan. */
export async function setRoomPosition(
  trx: Trx,
  id_room: number,
  { id_sheet, x, y, heading }: RoomPlace,
  id_user: number | null,
): Promise<void> {
  const values = { id_sheet, x, y, heading, id_user, positioned_at: sql<Date>`now()` };
  await trx
    .insertInto("room_positions")
    .values({ id_room, ...values })
    .onConflict((conflict) => conflict.column("id_room").doUpdateSet(values))
    .execute();
  await sql`
    update rooms set is_north_set = true,
      north = mod((s.north - ${heading}::float8 + 900)::numeric, 360)::float8 - 180
    from sheets s where rooms.id = ${id_room} and s.id = ${id_sheet}`.execute(trx);
}
