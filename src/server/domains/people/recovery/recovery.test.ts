import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password as oldPassword, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { postWithHost } from "#test/forged-host.ts";
import { mailText } from "#test/mail-text.ts";
import { codeOf, sessionCookie, signIn, signInAs } from "#test/sign-in.ts";
import { setUpMail, smtpSettings, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";

const password = "another long password";

let app: TestApp;
let admin: TestClient;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
  admin = await setUpMail(app, smtp);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const ask = (username_f: string) => app.guest().raw("POST /api/password/email", { body: { username_f } });
const reset = (token: string, chosen = password, client = app.guest()) =>
  client.raw("POST /api/password/reset", { body: { token, password: chosen } });
const isValid = async (token: string) =>
  (await app.guest().call("GET /api/password/reset", { query: { token } })).valid;
const change = (id: number, values: object) =>
  app.database.db.updateTable("users").set(values).where("id", "=", id).execute();
/** A user who has requested a new password and got the email. */
const forgetful = async () => {
  const person = await app.user();
  const email = `${person.name}@example.org`;
  await ask(person.name);
  const received = await smtp.next(email);
  return { ...person, email, received, token: tokenOf(received.link) };
};

describe("requesting a new password", () => {
  it("sends a link to the configured address, whatever host the request names", async () => {
    const { name } = await app.user();
    const body = { username_f: name };
    expect(await postWithHost(app.origin, "/api/password/email", "evil.example", body)).toBe(200);
    const { link, mail } = await smtp.next(`${name}@example.org`);
    expect(link).toMatch(/^https:\/\/site\.example\.org\/recover\?token=[\w-]{43}$/);
    expect(`${mail.html}${mail.text}`).not.toContain("evil.example");
  });

  it("works with the user name and the address, in any case, in the user's language", async () => {
    const { id, name } = await app.user();
    await change(id, { language: "ar" });
    await ask(name.toUpperCase());
    const first = await smtp.next(`${name}@example.org`);
    expect(first.mail.subject).toBe(mailText("ar", "mail.recovery.subject", { site: "Sitewalk" }));
    expect(first.mail.html).toContain('dir="rtl"');
    await ask(`${name}@EXAMPLE.org`);
    const second = await smtp.next(`${name}@example.org`);
    expect(await isValid(tokenOf(first.link)), "a newer link kills the older").toBe(false);
    expect(await isValid(tokenOf(second.link))).toBe(true);
  });

  it("answers the same for a known, an unknown, a locked and the demo account, and emails only the first", async () => {
    const [known, locked, demo] = [await app.user(), await app.user(), await app.user({ isDemo: true })];
    await change(locked.id, { locked_at: new Date() });
    const names = [known.name, "nobody-at-all", "nobody@example.org", locked.name, demo.name];
    const replies = [];
    for (const name of names) replies.push(await ask(name));
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 200, body: replies[0]?.body });
    await smtp.next(`${known.name}@example.org`);
    await expect(smtp.next(`${locked.name}@example.org`, { within: 500 })).rejects.toThrow(/No mail/);
    await expect(smtp.next(`${demo.name}@example.org`, { within: 50 })).rejects.toThrow(/No mail/);
  });

  it("does the same work before the response, so that its timing reveals nothing: it queues the name", async () => {
    // No worker runs the jobs of this process.
    const web = await testApp({ environment: { ROLE: "web" } });
    try {
      await setUpMail(web, smtp);
      const { name } = await web.user();
      const { db } = web.database;
      const left = async () => {
        const { rows } = await sql<{ name: string; data: object }>`
          delete from pgboss.job where name not like 'platform.%' returning name, data`.execute(db);
        const links = await db.selectFrom("account_tokens").selectAll().execute();
        return { jobs: rows, links };
      };
      await left();
      for (const who of [name, "nobody-at-all"]) {
        await web.guest().call("POST /api/password/email", { body: { username_f: who } });
        expect(await left()).toEqual({
          jobs: [{ name: "recovery.mail-link", data: { name: who, call_id: expect.any(String) } }],
          links: [],
        });
      }
    } finally {
      await web.close();
    }
  });

  it("stores only the hash of the token, and nothing readable in the queue", async () => {
    const { token, email } = await forgetful();
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from account_tokens t
      union all select row_to_json(j)::text from pgboss.job j`.execute(app.database.db);
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) expect(text).not.toContain(token);
    const sealed = await sql<{ data: string }>`
      select data::text as data from pgboss.job where name = 'mail.send'`.execute(app.database.db);
    expect(sealed.rows.length).toBeGreaterThan(0);
    for (const { data } of sealed.rows) expect(data).not.toContain(email);
  });

  it("is retried when the mail server is busy", async () => {
    const { name } = await app.user();
    smtp.refuse("451 4.3.0 busy");
    const before = smtp.tries();
    await ask(name);
    const { link } = await smtp.next(`${name}@example.org`);
    expect(smtp.tries() - before).toBe(2);
    expect(await isValid(tokenOf(link))).toBe(true);
  });

  it("is refused where email was not tested or no longer works", async () => {
    await admin.call("PUT /api/settings", { body: { smtp_host: "" } });
    try {
      const { name } = await app.user();
      for (const who of [name, "nobody-at-all"]) {
        const refusal = await app.guest().refused("POST /api/password/email", { body: { username_f: who } });
        expect(refusal).toMatchObject({ status: 403, code: "RECOVERY_OFF" });
      }
    } finally {
      await admin.call("PUT /api/settings", { body: smtpSettings(smtp) });
      await admin.call("POST /api/settings/test-mail", { body: { to: "again@example.org" } });
    }
  });

  it("is limited by name, known or not, and by account, with the time to wait", async () => {
    let now = new Date();
    const limited = await testApp({ rateFactor: 1, clock: { now: () => now } });
    try {
      await setUpMail(limited, smtp);
      const { name } = await limited.user();
      const askFor = (username_f: string) =>
        limited.guest().raw("POST /api/password/email", { body: { username_f } });
      for (const who of [name, "nobody-at-all"]) {
        const replies = [];
        for (let n = 0; n < 6; n++) replies.push(await askFor(n % 2 === 0 ? who : who.toUpperCase()));
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
        expect(Number(replies[5]?.headers.get("retry-after"))).toBeGreaterThan(3000);
        // One browser may send ten requests a minute.
        now = new Date(now.getTime() + 60_000);
      }
      const email = `${name}@example.org`;
      for (let n = 0; n < 5; n++) await smtp.next(email);
      expect((await askFor(email)).status).toBe(200);
      await expect(smtp.next(email, { within: 1000 }), "its mailbox has enough").rejects.toThrow(/No mail/);
    } finally {
      await limited.close();
    }
  });
});

describe("a recovery link", () => {
  it("sets a password once, and starts no session", async () => {
    const { name, token, email } = await forgetful();
    expect(await isValid(token)).toBe(true);
    const client = app.guest();
    const reply = await reset(token, password, client);
    expect(reply.status).toBe(200);
    expect(sessionCookie(reply)).toBe("");
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect(codeOf(await signInAs(app.guest(), { name }))).toBe("INVALID_CREDENTIALS");
    expect((await signIn(app.guest(), { username: email, password })).status).toBe(200);

    expect(await isValid(token)).toBe(false);
    expect(codeOf(await reset(token, "yet another password"))).toBe("LINK_INVALID");
    expect((await signIn(app.guest(), { username: email, password })).status).toBe(200);
  });

  it("serves one of two parallel calls", async () => {
    const { token } = await forgetful();
    const replies = await Promise.all([reset(token), reset(token)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it("ends every session, notifies their browsers, and the owner by alert and email", async () => {
    const person = await app.user();
    const [phone, office] = [await app.as(person), await app.as(person)];
    const email = `${person.name}@example.org`;
    await ask(email);
    const { link } = await smtp.next(email, { subject: "Set a new password for Sitewalk" });
    expect((await reset(tokenOf(link))).status).toBe(200);
    for (const client of [phone, office])
      expect(await client.refused("GET /api/user")).toMatchObject({
        status: 401,
        code: "SESSION_TERMINATED",
      });

    const { db } = app.database;
    const ends = await db
      .selectFrom("sessions")
      .select("end_reason")
      .where("id_user", "=", person.id)
      .execute();
    expect(ends.map(({ end_reason }) => end_reason)).toEqual(["revoked", "revoked"]);
    const told = await sql`select 1 from events where name = 'session.ended'`.execute(db);
    expect(told.rows.length).toBeGreaterThanOrEqual(2);
    const alerts = await db
      .selectFrom("account_alerts")
      .select("kind")
      .where("id_user", "=", person.id)
      .execute();
    expect(alerts.map(({ kind }) => kind)).toContain("password_changed");
    const { mail } = await smtp.next(email, {
      subject: mailText("en", "mail.password_changed.subject", { site: "Sitewalk" }),
    });
    expect(mail.text).toContain(`${mailText("en", "mail.detail.address")}: 127.0.0.1`);
  });

  it("expires after an hour by the database's clock", async () => {
    const { id, name, token } = await forgetful();
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - created_at)::int / 60 as minutes from account_tokens
      where id_user = ${id}`.execute(app.database.db);
    expect(rows).toEqual([{ minutes: 60 }]);
    await sql`update account_tokens set expires_at = now() where id_user = ${id}`.execute(app.database.db);
    expect(await isValid(token)).toBe(false);
    expect(codeOf(await reset(token))).toBe("LINK_INVALID");
    expect((await signInAs(app.guest(), { name })).status).toBe(200);
  });

  it("stays valid after a refused password", async () => {
    const { token, email } = await forgetful();
    for (const [bad, code] of [
      ["iloveyou", "PASSWORD_COMMON"],
      [email, "PASSWORD_COMMON"],
      ["seven77", "VALIDATION"],
      ["", "VALIDATION"],
    ] as const)
      expect(codeOf(await reset(token, bad)), bad).toBe(code);
    expect((await reset(token)).status).toBe(200);
  });

  it("does not open a locked account, nor one whose address has changed since", async () => {
    const [locked, moved] = [await forgetful(), await forgetful()];
    await change(locked.id, { locked_at: new Date() });
    await change(moved.id, { email: `moved-${moved.email}` });
    for (const { token, id } of [locked, moved]) {
      expect(await isValid(token)).toBe(false);
      expect(codeOf(await reset(token))).toBe("LINK_INVALID");
      const row = await app.database.db
        .selectFrom("users")
        .select(["locked_at", "password_changed_at"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(row.password_changed_at).toBeNull();
      expect(row.locked_at === null).toBe(id === moved.id);
    }
  });

  it("does not bypass a second factor", async () => {
    const { id, email, token } = await forgetful();
    // With any secret: the code must be requested.
    await admin.call("PUT /api/settings", { body: { "2fa_enable": true } });
    await change(id, { totp_secret: "sealed", totp_enabled_at: new Date() });
    const waiting = await signInAs(app.guest(), { name: email });
    expect(waiting.body).toMatchObject({ data: { requires_2fa: true } });
    expect((await reset(token)).status).toBe(200);
    const { rows } = await sql`select 1 from sign_in_challenges where id_user = ${id}`.execute(
      app.database.db,
    );
    expect(rows, "and what was begun with the old password is over").toEqual([]);
    const reply = await signIn(app.guest(), { username: email, password });
    expect(reply.body).toMatchObject({ data: { requires_2fa: true, user: null } });
    expect(sessionCookie(reply)).toBe("");
    await admin.call("PUT /api/settings", { body: { "2fa_enable": false } });
  });

  it("confirms the address of an account that waited for that", async () => {
    const { id, name } = await app.user();
    await change(id, { awaiting: "activation" });
    expect(codeOf(await signInAs(app.guest(), { name }))).toBe("EMAIL_UNCONFIRMED");
    await ask(name);
    await reset(tokenOf((await smtp.next(`${name}@example.org`)).link));
    expect((await signIn(app.guest(), { username: name, password })).status).toBe(200);
  });

  it("is invalid where another kind of link is expected", async () => {
    const { token } = await forgetful();
    const activate = await app.guest().raw("POST /api/activate-account", { body: { token } });
    expect(codeOf(activate)).toBe("LINK_INVALID");
    const check = await app.guest().raw("GET /api/check-invitation-token", { query: { token } });
    expect(codeOf(check)).toBe("LINK_INVALID");
    expect(await isValid(token)).toBe(true);
  });

  it("cannot be guessed", async () => {
    for (const token of ["x".repeat(43), "' or 1=1 --", oldPassword]) {
      expect(await isValid(token)).toBe(false);
      expect(codeOf(await reset(token))).toBe("LINK_INVALID");
    }
  });
});
