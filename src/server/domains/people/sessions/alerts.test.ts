import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NotificationPreferences } from "#contract/notifications.ts";
import type { NotificationInput } from "#server/domains/installation/notifications/notices.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { type AlertKind, createAlerts } from "./alerts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const origin = {
  address: "203.0.113.7",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
};

/** Raises an alert for a user with these preferences; returns the emails queued with it. */
async function raise(
  kind: AlertKind,
  person: { isDemo?: boolean; preferences?: NotificationPreferences } = {},
): Promise<Mail[]> {
  const { db } = app.database;
  const { id } = await app.user({ isDemo: person.isDemo ?? false });
  if (person.preferences !== undefined)
    await db
      .updateTable("users")
      .set({ notification_preferences: JSON.stringify(person.preferences) as never })
      .where("id", "=", id)
      .execute();
  const mails: Mail[] = [];
  const told: NotificationInput[] = [];
  const alerts = createAlerts({
    mailer: { queue: async (_, mail) => void mails.push(mail) },
    notices: { notify: async (_, news) => void told.push(news) },
  });
  await db.transaction().execute((trx) => alerts.raise(trx, id, kind, origin));
  const kept = await db.selectFrom("account_alerts").selectAll().where("id_user", "=", id).execute();
  expect(kept).toMatchObject([{ kind, ...origin }]);
  expect(told, "in the bell, whatever is mailed").toMatchObject([{ to: [id], sort: `security_${kind}` }]);
  return mails;
}

const wanting = (mail_enabled: boolean, mail: boolean): NotificationPreferences => ({
  global_settings: { browser_enabled: true, mail_enabled },
  preferences: [{ id: "security", bell: true, mail, browser: false }],
});

describe("an alert", () => {
  it("is sent as an email as well, by default", async () => {
    expect(await raise("new_device")).toMatchObject([
      {
        to: expect.stringContaining("@example.org") as string,
        language: "en",
        template: "security",
        values: { kind: "new_device", address: "203.0.113.7", device: "Firefox, Linux" },
      },
    ]);
  });

  it("is sent to a user who wants it, not to one who switched off security emails or all emails", async () => {
    expect(await raise("passkey_added", { preferences: wanting(true, true) })).toHaveLength(1);
    expect(await raise("passkey_added", { preferences: wanting(true, false) })).toEqual([]);
    expect(await raise("passkey_added", { preferences: wanting(false, true) })).toEqual([]);
  });

  it("about a changed password or address is stored, and left to the more detailed email", async () => {
    expect(await raise("password_changed")).toEqual([]);
    expect(await raise("email_changed")).toEqual([]);
  });

  it("of the demo account is sent to no one", async () => {
    expect(await raise("new_device", { isDemo: true })).toEqual([]);
  });
});
