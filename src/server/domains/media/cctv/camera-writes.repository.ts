import { type Insertable, sql, type Updateable } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { CamerasTable } from "./tables.ts";
import "./tables.ts";

/** Changes of cameras. */
export const cameraWrites = () => ({
  /** Undefined when the project has reached its limit. */
  async insert(
    trx: Trx,
    values: Insertable<CamerasTable>,
    most: number,
  ): Promise<{ id: number } | undefined> {
    // The lock makes two parallel inserts count one after the other.
    await sql`select from projects where id = ${values.id_project} for update`.execute(trx);
    const { count } = await trx
      .selectFrom("cameras")
      .select(sql<number>`count(*)`.as("count"))
      .where("id_project", "=", values.id_project)
      .executeTakeFirstOrThrow();
    if (count >= most) return undefined;
    return trx.insertInto("cameras").values(values).returning("id").executeTakeFirstOrThrow();
  },

  async update(trx: Trx, id: number, values: Updateable<CamerasTable>): Promise<void> {
    await trx
      .updateTable("cameras")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  },

  remove: (trx: Trx, id: number) => trx.deleteFrom("cameras").where("id", "=", id).execute(),
});
