import type { Database } from "#server/platform/database.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import "./tables.ts";

/** Marks the link of an email that the mail server rejected permanently, so that it is shared by hand. */
export async function markRejectedMail(db: Database, mail: Mail, now: Date): Promise<void> {
  if (mail.template !== "crew") return;
  await db.updateTable("crew_links").set({ failed_at: now }).where("id", "=", mail.values.id_link).execute();
}
