import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { SpotRoom } from "./bindings-nearness.ts";

/** Writes spots, and denials: visits in which no room shows the same spot as a room. */
export const bindingsWrites = {
  /** Locks the bindings of this project until the transaction ends. */
  async lock(trx: Trx, projectId: number): Promise<void> {
    await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
  },

  /** Writes the spot of each room; negative ids are spots to be created. */
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
    // All are released first: a spot never has two rooms of a visit.
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

  /** Removes the denial that no room of the visit shows the same spot. */
  async forgive(trx: Trx, roomId: number, visitId: number): Promise<void> {
    await trx
      .deleteFrom("spot_denials")
      .where("id_room", "=", roomId)
      .where("id_visit", "=", visitId)
      .execute();
  },

  /** Removes the denials against two rooms showing the same spot. */
  async allow(trx: Trx, a: SpotRoom, b: SpotRoom): Promise<void> {
    await sql`delete from spot_denials where id_room = ${a.id_room} and id_visit = ${b.id_visit}
      or id_room = ${b.id_room} and id_visit = ${a.id_visit}`.execute(trx);
  },
};
