import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Days for which it is kept who tried to come in, what sessions there were, and what was told of an account. */
export const keptDays = { signIns: 180, sessions: 180, alerts: 365 } as const;

/** Removes what is older: it holds addresses of people, and nobody looks that far back. */
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
