import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/people/auth/tables.ts";

/** Up to when this person has seen what changed; null before the first look. */
export async function seenUntil(db: Database, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom("users")
    .select("dashboard_seen_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.dashboard_seen_at ?? null;
}

/** Never back, for another device may have seen more, and never ahead of now: what is not yet done nobody has seen. */
export async function markSeen(db: Database, userId: number, until: Date, now: Date): Promise<void> {
  const at = until < now ? until : now;
  await db
    .updateTable("users")
    .set({ dashboard_seen_at: sql<Date>`greatest(dashboard_seen_at, ${at}::timestamptz)` })
    .where("id", "=", userId)
    .execute();
}
