import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { ObjectStore } from "../store.ts";
import { lockPlan } from "./keep.ts";
import { planFolder, planPrefix } from "./plan-files.ts";

/** A condition on `plans` that is true while something refers to one. */
export type PlanClaim = RawBuilder<unknown>;

const SWEEP_AGE_MS = 24 * 3_600_000;
const AT_MOST = 200;

/**
 * Removes plans that nobody claimed for a day, and the originals of which no page is left. The objects go while the row
 * is deleted and locked: who keeps the same file at that moment waits, and puts them again after it.
 */
export async function sweepPlans(
  { db, store, clock }: { readonly db: Database; readonly store: ObjectStore; readonly clock: Clock },
  claim: PlanClaim,
): Promise<number> {
  const before = new Date(clock.now().getTime() - SWEEP_AGE_MS);
  const unclaimed = sql<boolean>`not (${claim})`;
  const candidates = await db
    .selectFrom("plans")
    .select(["sha256", "page"])
    .where("claimed_at", "<", before)
    .where(unclaimed)
    .limit(AT_MOST)
    .execute();
  let removed = 0;
  for (const { sha256, page } of candidates) {
    // Should the store go away in the middle, the row stays and promises no tiles that are gone.
    await db
      .updateTable("plans")
      .set({ state: "processing", levels: null, attempts: 0 })
      .where("sha256", "=", sha256)
      .where("page", "=", page)
      .where("levels", "is not", null)
      .where("claimed_at", "<", before)
      .where(unclaimed)
      .execute();
    await db.transaction().execute(async (trx) => {
      await lockPlan(trx, sha256);
      const gone = await trx
        .deleteFrom("plans")
        .where("sha256", "=", sha256)
        .where("page", "=", page)
        .where("claimed_at", "<", before)
        .where(unclaimed)
        .executeTakeFirst();
      if (gone.numDeletedRows === 0n) return;
      const other = await trx
        .selectFrom("plans")
        .select("page")
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      await store.remove(other === undefined ? planFolder(sha256) : planPrefix({ sha256, page }));
      removed += 1;
    });
  }
  return removed;
}
