import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** What somebody does who holds the database itself: no trigger of ours sees it. */
export const forge = (db: Database, statement: RawBuilder<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
