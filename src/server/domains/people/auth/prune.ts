import { sql } from "kysely";
import { z } from "zod";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Database } from "#server/platform/database.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import type { Challenges } from "./challenges.ts";
import "./tables.ts";

/** Once a day: what was good for a while and is not any more. */
export const pruneAccounts = defineJob("auth.prune", z.object({}), { policy: "exclusive" });

/** Days after which an account whose address nobody confirmed gives its name and address free again. */
export const unconfirmedDays = 7;

export interface PruneOptions {
  readonly db: Database;
  readonly attempts: Attempts;
  readonly challenges: Challenges;
}

/** Removes links of mails, puzzles, waiting sign-ins and counts that are over, and accounts that never began. */
export function createPrune({ db, attempts, challenges }: PruneOptions): () => Promise<void> {
  return async () => {
    await db.deleteFrom("account_tokens").where("expires_at", "<=", sql<Date>`now()`).execute();
    await db.deleteFrom("spent_puzzles").where("expires_at", "<=", sql<Date>`now()`).execute();
    await challenges.prune();
    await attempts.prune();
    // Otherwise who registers somebody else's address would keep its owner out for good. A link that was sent again
    // in the meantime is waited for.
    await sql`
      delete from users u
      where u.awaiting = 'activation' and u.created_at < now() - make_interval(days => ${unconfirmedDays})
        and not exists (select from account_tokens t where t.id_user = u.id)
        and not exists (select from sessions s where s.id_user = u.id)`.execute(db);
  };
}
