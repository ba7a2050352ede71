import { type Insertable, sql, type Updateable } from "kysely";
import type { DriverData } from "#server/live/drivers/driver.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { LiveChannelsTable } from "./tables.ts";
import "./tables.ts";

/** Changes of channels. */
export const channelWrites = (db: Database) => ({
  /** Undefined when the project has reached its limit. */
  async insert(
    trx: Trx,
    values: Insertable<LiveChannelsTable>,
    most: number,
  ): Promise<{ id: number } | undefined> {
    // Of two parallel inserts, the second counts the first one's row.
    await sql`select from projects where id = ${values.id_project} for no key update`.execute(trx);
    const { count } = await trx
      .selectFrom("live_channels")
      .select(sql<number>`count(*)`.as("count"))
      .where("id_project", "=", values.id_project)
      .executeTakeFirstOrThrow();
    if (count >= most) return undefined;
    return trx.insertInto("live_channels").values(values).returning("id").executeTakeFirstOrThrow();
  },

  async update(trx: Trx | undefined, id: number, values: Updateable<LiveChannelsTable>): Promise<void> {
    await (trx ?? db)
      .updateTable("live_channels")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  },

  async remember(id: number, data: DriverData): Promise<void> {
    await sql`update live_channels set driver_data = driver_data || ${JSON.stringify(data)}::jsonb
      where id = ${id}`.execute(db);
  },

  remove: (trx: Trx, id: number) => trx.deleteFrom("live_channels").where("id", "=", id).execute(),
});
