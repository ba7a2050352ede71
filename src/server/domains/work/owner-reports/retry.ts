import { sql } from "kysely";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { mailReport } from "./jobs.ts";
import { type Acting, recipientsOf, type SettingsOptions } from "./settings.ts";
import "./tables.ts";

export interface RetryOptions extends SettingsOptions {
  readonly attempts: Attempts;
  readonly jobs: Pick<Jobs, "send">;
}

const DAY = 86_400;

/** Rows `d` with their recipient `q` and membership `m`: a copy that was not sent, of a recipient who still gets the report. */
export const mayRetry = sql<boolean>`(d.state in ('failed', 'no_email') and d.revoked_at is null and q.id is not null
  and q.unsubscribed_at is null and (not d.is_member or m.id_user is not null))`;

/** The rows of `mayRetry`; `rest` names their conditions. */
export const deliveryTables = sql`
  owner_report_deliveries d join owner_report_runs r on r.id = d.id_run
  left join owner_report_recipients q on q.id = d.id_recipient
  left join project_members m on m.id_project = r.id_project and m.id_user = d.id_user`;

/** A closed project, or an installation without email, sends nothing. */
export const canSend = (
  { hasMail }: Pick<SettingsOptions, "hasMail">,
  { active, validated }: Acting["subject"],
): boolean => hasMail() && active && validated;

/**
 * Queues a copy that was not sent, to its recipient's current address. Throws NOT_FOUND for a copy of another project,
 * REPORT_COPY_SETTLED for one that is not to be sent, and RATE_LIMITED.
 */
export async function retryCopy(
  options: RetryOptions,
  { subject, user, address }: Acting,
  delivery: number,
): Promise<void> {
  const { db, clock, attempts, jobs } = options;
  const known = await sql`
    select from ${deliveryTables} where d.id = ${delivery} and r.id_project = ${subject.id}`.execute(db);
  if (known.rows.length === 0) throw new AppError("NOT_FOUND");
  if (!canSend(options, subject)) throw new AppError("REPORT_COPY_SETTLED");
  await attempts.take(`report copy ${delivery}`, { max: limits.retries, seconds: DAY });
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id_recipient: number }>`
      select d.id_recipient from ${deliveryTables} where d.id = ${delivery} and ${mayRetry} for update of d`.execute(
      trx,
    );
    const recipients = await recipientsOf(trx, subject.id);
    const recipient = recipients.find(({ id }) => id === rows[0]?.id_recipient);
    if (recipient === undefined) throw new AppError("REPORT_COPY_SETTLED");
    const { name, email, language } = recipient;
    const expires_at = new Date(clock.now().getTime() + limits.linkDays * DAY * 1000);
    await trx
      .updateTable("owner_report_deliveries")
      .set({ state: "waiting", problem: "", name, email, language, expires_at })
      .where("id", "=", delivery)
      .execute();
    await jobs.send(trx, mailReport, { delivery });
    await recordActivity(trx, {
      id_user: user.id,
      action: "owner_report.retried",
      subject: { kind: "project", id: subject.id, name: subject.name },
      id_project: subject.id,
      details: { person: name || email },
      address,
    });
  });
}
