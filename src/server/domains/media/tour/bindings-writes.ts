import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { SpotRoom } from "./bindings-nearness.ts";

/** What is written of spots, and of visits in which nothing shows what a room shows. */
export const bindingsWrites = {
  /** Until the transaction ends nobody else binds anything in this project. */
  async lock(trx: Trx, projectId: number): Promise<void> {
    await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
  },

  /** Writes who belongs to which spot; numbers below zero are spots that are to be made. */
  async write(
    trx: Trx,
    projectId: number,
    changes: readonly { readonly id_room: number; readonly id_spot: number | null }[],
  ): Promise<void> {
    if (changes.length === 0) return;
    const wanted = new Set(changes.map(({ id_spot }) => id_spot).filter((id) => id !== null && id < 0));
    const made = new Map<number | null, number>();
    for (const id of wanted) {
      const spot = await trx
        .insertInto("spots")
        .values({ id_project: projectId })
        .returning("id")
        .executeTakeFirstOrThrow();
      made.set(id, spot.id);
    }
    const ids = changes.map(({ id_room }) => id_room);
    // First all leave: a spot has one room of a visit at every moment.
    await trx.updateTable("rooms").set({ id_spot: null }).where("id", "in", ids).execute();
    const spots = changes.map(({ id_spot }) => made.get(id_spot) ?? id_spot);
    await sql`
      update rooms set id_spot = wanted.spot from unnest(${ids}::bigint[], ${spots}::bigint[]) as wanted (room, spot)
      where rooms.id = wanted.room and wanted.spot is not null`.execute(trx);
    await sql`delete from spots where id_project = ${projectId}
      and not exists (select from rooms where rooms.id_spot = spots.id)`.execute(trx);
  },

  async deny(trx: Trx, roomId: number, visitId: number): Promise<void> {
    await trx
      .insertInto("spot_denials")
      .values({ id_room: roomId, id_visit: visitId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Takes back that no room of the visit shows the same. */
  async forgive(trx: Trx, roomId: number, visitId: number): Promise<void> {
    await trx
      .deleteFrom("spot_denials")
      .where("id_room", "=", roomId)
      .where("id_visit", "=", visitId)
      .execute();
  },

  /** Takes back what was said against two rooms showing the same. */
  async allow(trx: Trx, a: SpotRoom, b: SpotRoom): Promise<void> {
    await sql`delete from spot_denials where id_room = ${a.id_room} and id_visit = ${b.id_visit}
      or id_room = ${b.id_room} and id_visit = ${a.id_visit}`.execute(trx);
  },
};
