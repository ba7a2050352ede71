import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SheetRecord } from "./sheets.policy.ts";
import "./tables.ts";
import type { RoomPosition, SheetValues } from "./sheets.repository.ts";

/** Rooms whose visits are not in the bin. */
export const rooms = sql`rooms r join visits v on v.id = r.id_visit and v.deleted_at is null
  join pictures c on c.sha256 = r.picture_sha256`;

/** Changes of sheets, and of the positions of rooms on them. */
export const sheetWrites = () => ({
  /** Undefined when the project has reached its limit. Its row is locked, so that two parallel inserts cannot exceed it. */
  async insert(
    trx: Trx,
    values: Partial<SheetValues> & { readonly id_project: number; readonly name: string },
    most: number,
  ): Promise<number | undefined> {
    await sql`select from projects where id = ${values.id_project} for no key update`.execute(trx);
    const { count, next } = await trx
      .selectFrom("sheets")
      .select([sql<number>`count(*)`.as("count"), sql<number>`coalesce(max(position) + 1, 0)`.as("next")])
      .where("id_project", "=", values.id_project)
      .executeTakeFirstOrThrow();
    if (count >= most) return undefined;
    const { id } = await trx
      .insertInto("sheets")
      .values({ position: next, width_metres: null, image: null, ...values })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  },

  async update(trx: Trx, sheet: Authorized<SheetRecord>, values: Partial<SheetValues>): Promise<void> {
    if (Object.keys(values).length === 0) return;
    await trx
      .updateTable("sheets")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", sheet.id)
      .execute();
  },

  remove: (trx: Trx, sheet: Authorized<SheetRecord>) =>
    trx.deleteFrom("sheets").where("id", "=", sheet.id).execute(),

  /**
   * Sets positions of rooms of the sheet's project. Returns false without any change when one of them is of another
   * project.
   */
  async place(
    trx: Trx,
    sheet: Authorized<SheetRecord>,
    places: readonly RoomPosition[],
    id_user: number,
  ): Promise<boolean> {
    const ids = [...new Set(places.map(({ id_room }) => id_room))];
    const known = await trx
      .selectFrom("rooms as r")
      .innerJoin("visits as v", "v.id", "r.id_visit")
      .select("r.id")
      .where("r.id", "in", ids)
      .where("v.id_project", "=", sheet.id_project)
      .where("v.deleted_at", "is", null)
      .orderBy("r.id")
      .forKeyShare("r")
      .execute();
    if (known.length !== ids.length) return false;
    for (const { id_room, x, y, heading } of places) {
      if (x === null || y === null) {
        await trx
          .deleteFrom("room_positions")
          .where("id_room", "=", id_room)
          .where("id_sheet", "=", sheet.id)
          .execute();
        continue;
      }
      const values = { id_sheet: sheet.id, x, y, heading, id_user, positioned_at: sql<Date>`now()` };
      await trx
        .insertInto("room_positions")
        .values({ id_room, ...values })
        .onConflict((conflict) => conflict.column("id_room").doUpdateSet(values))
        .execute();
    }
    return true;
  },
});
