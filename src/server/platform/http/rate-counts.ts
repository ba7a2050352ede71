import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../database.ts";

/** Counts of all nodes together: a row for each key and minute. */
export interface RateCounts {
  /** Adds `units` to the use of `key` in this minute; returns the new total, these included. */
  add(key: string, window: number, units: number): Promise<number>;
  /** Removes the minutes before `window`. */
  prune(window: number): Promise<void>;
}

interface RateCountsTable {
  key_hash: Buffer;
  window: number;
  used: number;
}

declare module "../database.ts" {
  interface Tables {
    rate_counts: RateCountsTable;
  }
}

/** Keys hold addresses of people; the database stores their hash. */
const hash = (key: string) => createHash("sha256").update(key).digest();

export function createRateCounts(db: Database): RateCounts {
  return {
    async add(key, window, units) {
      const { rows } = await sql<{ used: number }>`
        insert into rate_counts as c (key_hash, "window", used) values (${hash(key)}, ${window}, ${units})
        on conflict (key_hash, "window") do update set used = c.used + excluded.used
        returning used`.execute(db);
      return rows[0]?.used ?? units;
    },
    async prune(window) {
      // Several nodes prune at the same moment; rows locked by another are skipped.
      await sql`
        delete from rate_counts where (key_hash, "window") in (
          select key_hash, "window" from rate_counts where "window" < ${window} for update skip locked)`.execute(
        db,
      );
    },
  };
}
