import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/people/auth/tables.ts";

/** Time up to which this user has seen changes; null before the first visit. */
export async function seenUntil(db: Database, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom("users")
    .select("dashboard_seen_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.dashboard_seen_at ?? null;
}

/** Never moves back, since another device may have seen more, and never ahead of now. */
export async function markSeen(db: Database, userId: number, until: Date, now: Date): Promise<void> {
  const at = until < now ? until : now;
  await db
    .updateTable("users")
    .set({ dashboard_seen_at: sql<Date>`greatest(dashboard_seen_at, ${at}::timestamptz)` })
    .where("id", "=", userId)
    .execute();
}
