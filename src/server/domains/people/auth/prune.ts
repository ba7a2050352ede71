import { sql } from "kysely";
import { z } from "zod";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Database } from "#server/platform/database.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import type { Challenges } from "./challenges.ts";
import "./tables.ts";

/** Once a day: deletes expired data. */
export const pruneAccounts = defineJob("auth.prune", z.object({}), { policy: "exclusive" });

/** Days after which an account with an unconfirmed address releases its name and address. */
export const unconfirmedDays = 7;

export interface PruneOptions {
  readonly db: Database;
  readonly attempts: Attempts;
  readonly challenges: Challenges;
}

/** Deletes email links, puzzles, waiting sign-ins and counts that have expired, and accounts that were never activated. */
export function createPrune({ db, attempts, challenges }: PruneOptions): () => Promise<void> {
  return async () => {
    await db.deleteFrom("account_tokens").where("expires_at", "<=", sql<Date>`now()`).execute();
    await db.deleteFrom("spent_puzzles").where("expires_at", "<=", sql<Date>`now()`).execute();
    await challenges.prune();
    await attempts.prune();
    // Otherwise registering another person's address would lock its owner out for good. A link that was sent meanwhile
    // is waited for.
    await sql`
      delete from users u
      where u.awaiting = 'activation' and u.created_at < now() - make_interval(days => ${unconfirmedDays})
        and not exists (select from account_tokens t where t.id_user = u.id)
        and not exists (select from sessions s where s.id_user = u.id)`.execute(db);
  };
}
