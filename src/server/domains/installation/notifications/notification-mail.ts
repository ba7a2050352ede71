import type { Attempts } from "#server/platform/attempts.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { mailNews } from "./notifications.jobs.ts";
import { countOf, quoted, shownValues, wordsOf } from "./words.ts";
import "#server/domains/people/auth/tables.ts";

export interface NotificationMailOptions {
  readonly db: Database;
  readonly attempts: Pick<Attempts, "take">;
  readonly mailer: Pick<Mailer, "queue">;
}

type Job = ReturnType<(typeof mailNews)["check"]>;

/** Limit of emails of one type to one user within an hour; the bell counts the rest together. */
export const mostMails = { max: 5, seconds: 3600 };

/** The text that the actor wrote, for notifications that carry a message. */
function messageIn(values: Job["values"]) {
  const { [quoted]: text, actor } = values;
  return typeof text === "string" && { message_from: { name: String(actor ?? ""), text } };
}

/** Handler of `mailNews`: queues each reader's email in their language. */
export function createNotificationMail({ db, attempts, mailer }: NotificationMailOptions) {
  const isWithinLimit = async (id: number, sort: string): Promise<boolean> => {
    try {
      await attempts.take(`news mail ${sort} ${id}`, mostMails);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "RATE_LIMITED") return false;
      throw error;
    }
  };

  return async ({ sort, values, link, to }: Job): Promise<void> => {
    const found = await db
      .selectFrom("users")
      .select(["id", "email", "language", "first_name"])
      .where("id", "in", to)
      .where("locked_at", "is", null)
      .orderBy("id")
      .execute();
    const readers: typeof found = [];
    for (const reader of found) if (await isWithinLimit(reader.id, sort)) readers.push(reader);
    const count = countOf(values, 1);
    // All or none: a retry after a partial failure must not email the first readers twice.
    await db.transaction().execute(async (trx) => {
      for (const { email, language, first_name } of readers)
        await mailer.queue(trx, {
          to: email,
          language,
          template: "notification",
          values: {
            name: first_name,
            ...wordsOf(sort, language, count),
            values: { ...shownValues(values, language), count: String(count) },
            ...messageIn(values),
          },
          ...(link !== null && { link }),
        });
    });
  };
}
