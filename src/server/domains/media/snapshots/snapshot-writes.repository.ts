import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SnapshotRecord } from "./snapshots.policy.ts";
import "#server/domains/people/auth/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";
import type { NewSnapshot } from "./snapshots.repository.ts";

/** Changes of snapshots. */
export const snapshotWrites = () => ({
  /**
   * Undefined when the room is not in the visit; `full` when the visit has reached its limit. The visit's row is
   * locked, so that two parallel inserts cannot exceed it.
   */
  async insert(trx: Trx, values: NewSnapshot, most: number): Promise<number | "full" | undefined> {
    await sql`select from visits where id = ${values.id_visit} for no key update`.execute(trx);
    const room = await trx
      .selectFrom("rooms")
      .select("id")
      .where("id", "=", values.id_room)
      .where("id_visit", "=", values.id_visit)
      .forKeyShare()
      .executeTakeFirst();
    if (room === undefined) return undefined;
    const { count } = await trx
      .selectFrom("snapshots")
      .select(sql<number>`count(*)`.as("count"))
      .where("id_visit", "=", values.id_visit)
      .executeTakeFirstOrThrow();
    if (count >= most) return "full";
    const { id } = await trx
      .insertInto("snapshots")
      .values({ ...values, drawing: JSON.stringify(values.drawing) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  },

  async update(
    trx: Trx,
    snapshot: Authorized<SnapshotRecord>,
    values: Partial<Pick<NewSnapshot, "note" | "drawing" | "image" | "thumbnail">>,
  ): Promise<void> {
    const { drawing, ...rest } = values;
    if (Object.keys(values).length === 0) return;
    await trx
      .updateTable("snapshots")
      .set({
        ...rest,
        ...(drawing === undefined ? {} : { drawing: JSON.stringify(drawing) }),
        updated_at: sql`now()`,
      })
      .where("id", "=", snapshot.id)
      .execute();
  },

  remove: (trx: Trx, snapshot: Authorized<SnapshotRecord>) =>
    trx.deleteFrom("snapshots").where("id", "=", snapshot.id).execute(),
});
