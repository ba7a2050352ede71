import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { changeSettings } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { soon } from "#test/soon.ts";
import { bell, type Person, person, prefer } from "./news.fixture.ts";

let app: TestApp;
let smtp: TestSmtp;
/** Creates projects, of which super admins are notified. */
let maker: Person;
beforeAll(async () => {
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" }, rateFactor: 1 });
  smtp = await testSmtp();
  await setUpMail(app, smtp);
  maker = await person(app, { role: "administrator" });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const mailOf = ({ name }: { name: string }) => `${name}@example.org`;
const make = (name: string) => maker.client.call("POST /api/projects", { body: { name } });
const mailsTo = (who: { name: string }) => smtp.mails.filter(({ to }) => to === mailOf(who));
const admin = () => app.user({ role: "super_admin" });

/** Once this has arrived and none waits in the queue, everything has: two are sent at a time. */
async function settled(): Promise<void> {
  const last = await admin();
  await make(`The last one, for ${last.name}`);
  await smtp.next(mailOf(last));
  await soon(async () => {
    const { rows } = await sql`
      select from pgboss.job where name = 'mail.send' and state < 'completed'`.execute(app.database.db);
    expect(rows).toHaveLength(0);
  });
  await retire(last);
}

/** Otherwise all earlier super admins would be notified of each later project of this file. */
const retire = (...people: { id: number }[]) =>
  sql`update users set role = 'user' where id = any(${people.map(({ id }) => id)})`.execute(app.database.db);

describe("notification emails", () => {
  it("are sent on request, as plain text and as HTML, with a button to the page", async () => {
    const reader = await admin();
    const { id } = await make("Palm <Court>");
    const { mail, link } = await smtp.next(mailOf(reader));
    expect(mail.subject).toBe("New project – Sitewalk");
    expect(mail.text).toContain("Hello Test,");
    expect(mail.text).toContain("Test Person created the project “Palm <Court>”.");
    expect(mail.text).toContain("Choose in your profile which notifications you receive by email");
    expect(link).toBe(`https://site.example.org/project/${id}`);
    expect(mail.html).toContain("<bdi>Palm &lt;Court&gt;</bdi>");
    expect(mail.html).toContain(`href="https://site.example.org/project/${id}"`);
    await retire(reader);
  });

  it("are in the reader's language, also from right to left", async () => {
    const reader = await admin();
    await sql`update users set language = 'ar' where id = ${reader.id}`.execute(app.database.db);
    await make("Palm Court");
    const { mail } = await smtp.next(mailOf(reader));
    expect(mail.subject).toBe("مشروع جديد – Sitewalk");
    expect(mail.text).toContain("أنشأ Test Person المشروع «Palm Court».");
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    await retire(reader);
  });

  it("skip users who want none of this kind or none at all, have not activated the account, are locked, or are the actor", async () => {
    const [kind, all] = [
      await person(app, { role: "super_admin" }),
      await person(app, { role: "super_admin" }),
    ];
    await prefer(kind, "project_created", { mail: false });
    await all.client.call("PUT /api/notifications/preferences", {
      body: { global_settings: { mail_enabled: false } },
    });
    const [invited, locked] = [await admin(), await admin()];
    await sql`update users set awaiting = 'invitation' where id = ${invited.id}`.execute(app.database.db);
    await sql`update users set locked_at = now() where id = ${locked.id}`.execute(app.database.db);
    const doer = await person(app, { role: "super_admin" });
    await doer.client.call("POST /api/projects", { body: { name: "His own" } });
    await settled();
    for (const who of [invited, locked]) expect(mailsTo(who), who.name).toEqual([]);
    // The settling project was created by another user: the actor is notified of that one.
    expect(mailsTo(doer)).toHaveLength(1);
    for (const who of [kind, all]) {
      expect(mailsTo(who), who.name).toEqual([]);
      expect(await bell(who), "in the bell all the same").toHaveLength(2);
    }
    await retire(kind, all, invited, locked, doer);
  });

  it("are sent without the bell if preferred so", async () => {
    const reader = await person(app, { role: "super_admin" });
    await prefer(reader, "project_created", { bell: false });
    await make("Harbour house");
    await smtp.next(mailOf(reader));
    expect(await bell(reader)).toEqual([]);
    await retire(reader);
  });

  it("are sent to no one when the administrator has switched this off", async () => {
    const reader = await admin();
    await changeSettings(app, { notify_project_create: false });
    await make("Unheard of");
    await changeSettings(app, { notify_project_create: true });
    await settled();
    expect(mailsTo(reader)).toHaveLength(1);
    await retire(reader);
  });

  it("of one type are limited to five within an hour; the bell counts the rest together", async () => {
    const reader = await person(app, { role: "super_admin" });
    for (let n = 1; n <= 7; n++) await make(`Project ${n}`);
    await settled();
    expect(mailsTo(reader)).toHaveLength(5);
    expect(await bell(reader)).toMatchObject([
      {
        message: expect.stringMatching(
          /^8 projects were created, most recently “The last one, for .+”\.$/,
        ) as string,
      },
    ]);
    await retire(reader);
  });
});
