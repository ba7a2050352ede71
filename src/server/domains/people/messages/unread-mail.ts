import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { mailUnread } from "./messages.jobs.ts";
import "./tables.ts";

export interface UnreadMailOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
}

/** Minutes in which a user at the screen has read a message: only a longer wait is worth an email. */
export const mailAfterMinutes = 10;

/** Emails to absent users: one for all messages of the period, never one per message. */
export function createUnreadMail({ db, clock, jobs, notices }: UnreadMailOptions) {
  return {
    /** To be called with every message, in its transaction. */
    async expect(trx: Trx, recipient_id: number, from_id: number): Promise<void> {
      const startAfter = new Date(clock.now().getTime() + mailAfterMinutes * 60_000);
      await jobs.send(trx, mailUnread, { recipient_id, from_id }, { key: String(recipient_id), startAfter });
    },

    /** Handler of the job. */
    async send({ recipient_id, from_id }: { recipient_id: number; from_id: number }): Promise<void> {
      const { rows } = await sql<{ count: number; sender_id: number }>`
        select count(*) as count, (array_agg(sender_id order by id desc))[1]::float as sender_id
        from messages
        where recipient_id = ${recipient_id} and id >= ${from_id} and sender_id is not null
          and read_at is null and deleted_by_recipient_at is null
        having count(*) > 0`.execute(db);
      const [waiting] = rows;
      if (waiting === undefined) return;
      const { count, sender_id: by } = waiting;
      await db.transaction().execute((trx) =>
        notices.notify(trx, {
          to: [recipient_id],
          by,
          sort: "messages_waiting",
          values: { count },
          link: "/inbox",
        }),
      );
    },
  };
}
