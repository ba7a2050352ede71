import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Retention in days of sign-in attempts, sessions, and alerts of an account. */
export const keptDays = { signIns: 180, sessions: 180, alerts: 365 } as const;

/** Deletes older data: it contains addresses of users, and is no longer needed. */
export async function pruneSessions(db: Database): Promise<void> {
  await sql`delete from sign_ins where created_at < now() - make_interval(days => ${keptDays.signIns})`.execute(
    db,
  );
  await sql`delete from account_alerts where created_at < now() - make_interval(days => ${keptDays.alerts})`.execute(
    db,
  );
  await sql`
    delete from sessions
    where least(coalesce(ended_at, expires_at), expires_at) < now() - make_interval(days => ${keptDays.sessions})`.execute(
    db,
  );
}
