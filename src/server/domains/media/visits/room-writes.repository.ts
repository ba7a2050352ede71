import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { RoomRecord, VisitRecord } from "./visits.policy.ts";

/** Changes of rooms. */
export const roomWrites = () => ({
  /**
   * Adds a picture as the last room of a visit. Sending the same picture to the same visit again returns the room of
   * the first time: an upload whose response was lost can simply be repeated. Undefined when the visit is full. The
   * visit's row is locked, so that two uploads cannot get the same position.
   */
  async append(
    trx: Trx,
    visit: Authorized<VisitRecord>,
    room: { name: string; north: number; fileName: string; sha256: string; id_user: number },
    maxRooms: number,
  ): Promise<{ id: number; isNew: boolean } | undefined> {
    await trx
      .selectFrom("visits")
      .select("id")
      .where("id", "=", visit.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const rooms = await trx
      .selectFrom("rooms")
      .select(["id", "position", "picture_sha256"])
      .where("id_visit", "=", visit.id)
      .execute();
    const same = rooms.find(({ picture_sha256 }) => picture_sha256 === room.sha256);
    if (same !== undefined) return { id: same.id, isNew: false };
    if (rooms.length >= maxRooms) return undefined;
    const position = Math.max(-1, ...rooms.map((other) => other.position)) + 1;
    const { id } = await trx
      .insertInto("rooms")
      .values({
        id_visit: visit.id,
        name: room.name,
        position,
        north: room.north,
        file_name: room.fileName,
        picture_sha256: room.sha256,
        id_user: room.id_user,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx.updateTable("visits").set({ updated_at: sql`now()` }).where("id", "=", visit.id).execute();
    return { id, isNew: true };
  },

  async update(
    trx: Trx,
    room: Authorized<RoomRecord>,
    { north, ...values }: { readonly name?: string; readonly north?: number | null },
  ): Promise<void> {
    const ofFile = sql<number>`coalesce((select c.north from pictures c where c.sha256 = picture_sha256), 0)`;
    const turned = north === undefined ? {} : { north: north ?? ofFile, is_north_set: north !== null };
    if (Object.keys(values).length === 0 && north === undefined) return;
    await trx
      .updateTable("rooms")
      .set({ ...values, ...turned, updated_at: sql`now()` })
      .where("id", "=", room.id)
      .execute();
  },

  /** Moves a room in the walking order and renumbers the others: positions are always 0, 1, 2, … */
  async moveTo(trx: Trx, room: Authorized<RoomRecord>, place: number): Promise<void> {
    await trx
      .selectFrom("visits")
      .select("id")
      .where("id", "=", room.id_visit)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const rooms = await trx
      .selectFrom("rooms")
      .select("id")
      .where("id_visit", "=", room.id_visit)
      .orderBy("position")
      .orderBy("id")
      .execute();
    const ids = rooms.map(({ id }) => id).filter((id) => id !== room.id);
    ids.splice(place, 0, room.id);
    await trx.updateTable("visits").set({ is_order_set: true }).where("id", "=", room.id_visit).execute();
    await sql`
      update rooms set position = wanted.position - 1, updated_at = now()
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
      where rooms.id = wanted.id and rooms.position <> wanted.position - 1`.execute(trx);
  },

  /** Locks the visit first, like all calls that change its rooms. */
  async remove(trx: Trx, room: Authorized<RoomRecord>): Promise<void> {
    await trx.selectFrom("visits").select("id").where("id", "=", room.id_visit).forUpdate().execute();
    await trx.deleteFrom("rooms").where("id", "=", room.id).execute();
  },
});
