import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Simulates a user with direct access to the database: none of our triggers see it. */
export const forge = (db: Database, statement: RawBuilder<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
