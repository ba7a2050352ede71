import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bell,
  type Person,
  person,
  prefer,
} from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { mailText } from "#test/mail-text.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { soon } from "#test/soon.ts";
import { mailAfterMinutes } from "./unread-mail.ts";

let app: TestApp;
let smtp: TestSmtp;
/** A user who may write to everyone. */
let admin: Person;
beforeAll(async () => {
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
  smtp = await testSmtp();
  await setUpMail(app, smtp);
  admin = await person(app, { role: "super_admin" });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const write = (to: Person, content: string) =>
  admin.client.call("POST /api/messages", { body: { recipient_id: to.id, content } });
const mailsTo = ({ name }: Person) => smtp.mails.filter(({ to }) => to === `${name}@example.org`);

/** Reminders that wait for their minutes. */
const waiting = async ({ id }: Person) => {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from start_after - created_on)::float / 60 as minutes from pgboss.job
    where name = 'messages.mail-unread' and state = 'created' and singleton_key = ${String(id)}`.execute(
    app.database.db,
  );
  return rows.map(({ minutes }) => Math.round(minutes));
};

/** Makes the job due, and waits until it has run. */
async function later({ id }: Person): Promise<void> {
  const job = sql`name = 'messages.mail-unread' and singleton_key = ${String(id)}`;
  await sql`update pgboss.job set start_after = now() where ${job}`.execute(app.database.db);
  await soon(async () => {
    const { rows } = await sql`select from pgboss.job where ${job} and state <> 'completed'`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
  });
}

it("Waiting messages are announced by one email after ten minutes, without any of their text", async () => {
  const reader = await person(app);
  for (const text of ["The gate is open.", "The crane comes at ten.", "Bring the keys."])
    await write(reader, text);
  expect(await waiting(reader)).toEqual([mailAfterMinutes]);
  await later(reader);
  const { mail, link } = await smtp.next(`${reader.name}@example.org`);
  expect(mail.subject).toBe(
    `${mailText("en", "notifications.news.messages_waiting.title_other")} – Sitewalk`,
  );
  expect(mail.text).toContain(
    mailText("en", "notifications.news.messages_waiting.message_other", { count: 3, actor: "Test Person" }),
  );
  expect(mail.text).not.toMatch(/gate|crane|keys/);
  expect(link).toBe("https://site.example.org/inbox");
  expect(
    (await bell(reader)).filter(({ kind }) => kind === "message"),
    "the inbox has a badge of its own",
  ).toEqual([]);
  // The next one starts a new period, and counts messages since then.
  await write(reader, "And the drill.");
  await later(reader);
  const one = mailText("en", "notifications.news.messages_waiting.message_one", { actor: "Test Person" });
  expect((await smtp.next(`${reader.name}@example.org`)).mail.text).toContain(one);
});

it("Messages read meanwhile cause no email, nor does any message to a user who wants none", async () => {
  const [quick, silent, last] = [await person(app), await person(app), await person(app)];
  await prefer(silent, "message", { mail: false });
  for (const who of [quick, silent, last]) await write(who, "The gate is open.");
  await quick.client.call("PUT /api/messages/mark-all-read", { body: {} });
  for (const who of [quick, silent, last]) await later(who);
  await smtp.next(`${last.name}@example.org`);
  expect([mailsTo(quick), mailsTo(silent)]).toEqual([[], []]);
});
