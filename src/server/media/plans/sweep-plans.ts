import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { ObjectStore } from "../store.ts";
import { lockPlan } from "./keep.ts";
import { planFolder, planPrefix } from "./plan-files.ts";

/** A condition on `plans` that is true while a record refers to it. */
export type PlanClaim = RawBuilder<unknown>;

const SWEEP_AGE_MS = 24 * 3_600_000;
const AT_MOST = 200;

/**
 * Removes floor plans unclaimed for a day, and originals without a remaining page. The objects are deleted while the
 * row is deleted and locked: a concurrent upload of the same file waits, and puts them again after it.
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
    // If the store fails halfway, the row stays without claiming deleted tiles.
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
