import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Log } from "../log.ts";

/** Rows per statement and statements per call, so that no pruning holds locks or the disk for long. */
const BATCH = 5_000;
const MOST_BATCHES = 40;

/** Deletes events older than seven days, oldest first. Safe to run in several processes at once; never throws. */
export async function pruneEvents(db: Database, log: Log): Promise<void> {
  try {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      // Rows age in the order of their ids, so the oldest few are checked without an index on the time.
      const { numAffectedRows } = await sql`
        delete from events where id in (
          select id from (select id, at from events order by id limit ${BATCH} for update skip locked) as oldest
          where at < now() - interval '7 days'
        )`.execute(db);
      if (Number(numAffectedRows ?? 0) < BATCH) return;
    }
  } catch (error) {
    log.warn({ error: String(error) }, "old events could not be pruned");
  }
}
