import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { addDays, dayOf } from "../plans/cycles.ts";

export interface RemindOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "notify">;
}

/** Days before the deadline. */
const ahead = 7;

/**
 * Notifies customers before a deadline that makes them read-only, once for each deadline: no one is restricted without
 * a warning. Administrators are not restricted, and not notified.
 */
export const createReminder =
  ({ db, clock, notices }: RemindOptions) =>
  (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        update users set told_deadline = payment_deadline
        where payment_deadline <= ${addDays(dayOf(clock.now()), ahead)}::date
          and told_deadline is distinct from payment_deadline and role = 'user' and deleted_at is null
        returning id`.execute(trx);
      if (rows.length === 0) return;
      const to = rows.map(({ id }) => id);
      await notices.notify(trx, { to, sort: "bill_due", link: "/profile?tab=billing" });
    });
