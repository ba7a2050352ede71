import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SettingValues } from "#contract/settings.ts";
import { createAttempts } from "#server/platform/attempts.ts";
import { password as everybodysPassword, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { postWithHost } from "#test/forged-host.ts";
import { mailText } from "#test/mail-text.ts";
import { codeOf, sessionCookie, signIn } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";
import { createChallenges } from "../auth/challenges.ts";
import { createPrune } from "../auth/prune.ts";

const password = "a long enough password";
const publicUrl = "https://site.example.org";
const settings = {
  enable_registration: true,
  captcha_register: false,
  validate_email: true,
  first_name_mandatory: false,
  last_name_mandatory: false,
} as const satisfies Partial<SettingValues>;

let app: TestApp;
let admin: TestClient;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await testSmtp();
  app = await testApp({ environment: { PUBLIC_URL: publicUrl } });
  admin = await setUpMail(app, smtp, settings);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

let count = 0;
const fresh = (more: object = {}) => {
  count += 1;
  return { username: `fresh${count}`, email: `fresh${count}@example.org`, password, ...more };
};
/** Registers and reads the email. */
const registered = async (more: object = {}) => {
  const body = fresh(more);
  await app.guest().call("POST /api/register", { body });
  const received = await smtp.next(body.email);
  return { ...body, received, token: tokenOf(received.link) };
};
/** Has a super admin invite a user and reads the email. */
const invited = async (more: object = {}) => {
  count += 1;
  const email = `invited.${count}@example.org`;
  const { user, invitation_link } = await admin.call("POST /api/users", { body: { email, ...more } });
  const received = await smtp.next(email);
  return { id: user.id, email, received, invitation_link, token: tokenOf(received.link) };
};
const activate = (body: object, client = app.guest()) => client.raw("POST /api/activate-account", { body });
const check = (token: string) => app.guest().raw("GET /api/check-invitation-token", { query: { token } });
const age = (email: string) =>
  app.database.db
    .updateTable("account_tokens")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("email", "=", email)
    .execute();
const rowOf = (email: string) =>
  app.database.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

describe("the activation email", () => {
  it("links to the configured address, whatever host the request names", async () => {
    const body = fresh();
    expect(await postWithHost(app.origin, "/api/register", "evil.example", body)).toBe(201);
    const { link, mail } = await smtp.next(body.email);
    expect(link).toMatch(/^https:\/\/site\.example\.org\/activate\/[\w-]{43}$/);
    expect(`${mail.html}${mail.text}`).not.toContain("evil.example");
  });

  it("is in the language of the new user", async () => {
    const { received } = await registered({ language: "ar" });
    expect(received.mail.subject).toBe(mailText("ar", "mail.activation.subject", { site: "Sitewalk" }));
    expect(received.mail.html).toContain('dir="rtl"');
  });

  it("contains no text from a stranger", async () => {
    const { received } = await registered({ first_name: "Visit evil.example", last_name: "now" });
    expect(`${received.raw}${received.mail.text}`).not.toContain("evil.example");
  });

  it("leaves only a hash of its token in the tables, and nothing readable in the queue", async () => {
    const { token, email } = await registered();
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from account_tokens t
      union all select row_to_json(j)::text from pgboss.job j where name = 'mail.send'`.execute(
      app.database.db,
    );
    expect(rows.length).toBeGreaterThan(1);
    const sealed = await sql<{ data: object }>`select data from pgboss.job where name = 'mail.send'`.execute(
      app.database.db,
    );
    for (const { data } of sealed.rows) expect(Object.keys(data)).toEqual(["sealed", "call_id"]);
    for (const { text } of rows) expect(text).not.toContain(token);
    for (const { data } of sealed.rows) expect(JSON.stringify(data)).not.toContain(email);
  });
});

describe("an activation link", () => {
  it("shows its account, opens it once, and is invalid then", async () => {
    const { token, email, username } = await registered();
    expect((await check(token)).body).toMatchObject({ data: { kind: "activation", email, username } });
    const client = app.guest();
    const reply = await activate({ token }, client);
    expect(reply.body).toMatchObject({ data: { requires_2fa: false, user: { email } } });
    expect(await client.call("GET /api/user")).toMatchObject({ username });
    expect(await rowOf(email)).toMatchObject({ awaiting: null, email_verified_at: expect.any(Date) });
    expect((await signIn(app.guest(), { username, password })).status).toBe(200);
    expect(codeOf(await activate({ token }))).toBe("LINK_INVALID");
    expect(codeOf(await check(token))).toBe("LINK_INVALID");
  });

  it("admits one of two parallel calls", async () => {
    const { token } = await registered();
    const replies = await Promise.all([activate({ token }), activate({ token })]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it("expires by the database's clock", async () => {
    const { token, email } = await registered();
    await age(email);
    expect(codeOf(await check(token))).toBe("LINK_INVALID");
    expect(codeOf(await activate({ token }))).toBe("LINK_INVALID");
    expect(await rowOf(email)).toMatchObject({ awaiting: "activation" });
  });

  it("opens nothing for a locked account, and nothing after the address has changed", async () => {
    const locked = await registered();
    const moved = await registered();
    const { db } = app.database;
    await db.updateTable("users").set({ locked_at: new Date() }).where("email", "=", locked.email).execute();
    await db
      .updateTable("users")
      .set({ email: "moved@example.org" })
      .where("email", "=", moved.email)
      .execute();
    for (const { token } of [locked, moved]) {
      expect(codeOf(await activate({ token }))).toBe("LINK_INVALID");
      expect(codeOf(await check(token))).toBe("LINK_INVALID");
    }
    expect(await rowOf("moved@example.org")).toMatchObject({ awaiting: "activation" });
  });

  it("cannot be guessed or altered", async () => {
    const { token } = await registered();
    for (const wrong of [token.toUpperCase(), `${token}x`, token.slice(1), "x".repeat(43), "' or 1=1 --"])
      expect(codeOf(await activate({ token: wrong })), wrong).toBe("LINK_INVALID");
    expect((await activate({ token })).status).toBe(200);
  });
});

describe("the link for a new address of an active account", () => {
  const moved = async () => {
    const person = await app.user();
    const client = await app.as(person);
    const email = `new-${person.name}@example.org`;
    await client.call("PUT /api/users/{id}", {
      params: { id: person.id },
      body: { email, current_password: everybodysPassword },
    });
    const { link } = await smtp.next(email);
    return { ...person, client, email, token: tokenOf(link) };
  };

  it("confirms it in the owner's browser and leaves their session unchanged", async () => {
    const { client, token, email } = await moved();
    expect(await rowOf(email)).toMatchObject({ email_verified_at: null, awaiting: null });
    const before = client.cookie();
    expect((await activate({ token }, client)).body).toMatchObject({ data: { user: { email } } });
    expect(client.cookie()).toBe(before);
    expect(await rowOf(email)).toMatchObject({ email_verified_at: expect.any(Date) });
  });

  it("gives no access anywhere else: the address may have been mistyped", async () => {
    const { token, email } = await moved();
    const stranger = app.guest();
    const reply = await activate({ token }, stranger);
    expect(reply.body).toMatchObject({ data: { requires_2fa: false, user: null } });
    expect(sessionCookie(reply)).toBe("");
    expect(await stranger.refused("GET /api/user")).toMatchObject({ status: 401 });
    expect(await rowOf(email)).toMatchObject({ email_verified_at: expect.any(Date) });
  });
});

describe("requesting another link", () => {
  const again = (username_f: string) =>
    app.guest().raw("POST /api/activation/resend", { body: { username_f } });

  it("invalidates the previous one and answers everyone alike", async () => {
    const first = await registered();
    const done = await registered();
    await activate({ token: done.token });
    const replies = [];
    for (const name of [first.username, first.email, done.email, "nobody-at-all", "nobody@example.org"])
      replies.push(await again(name));
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 200, body: replies[0]?.body });
    const second = await smtp.next(first.email);
    const third = await smtp.next(first.email);
    expect(codeOf(await activate({ token: first.token }))).toBe("LINK_INVALID");
    const both = [tokenOf(second.link), tokenOf(third.link)];
    const statuses = [];
    for (const token of both) statuses.push((await check(token)).status);
    expect(
      statuses.toSorted((a, b) => a - b),
      "only the newest works",
    ).toEqual([200, 422]);
    await expect(smtp.next(done.email, { within: 300 })).rejects.toThrow(/No mail/);
  });

  it("is limited by name, known or not, with the time to wait", async () => {
    const limited = await testApp({ rateFactor: 1 });
    try {
      const ask = (username_f: string) =>
        limited.guest().raw("POST /api/activation/resend", { body: { username_f } });
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await ask(n % 2 === 0 ? "nobody" : "NOBODY")).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("an invitation", () => {
  it("greets by name, names the inviting user, and opens with a user name and a password", async () => {
    const { received, token, email, invitation_link } = await invited({
      first_name: "Maryam",
      language: "ar",
    });
    expect(received.mail.subject).toBe(mailText("ar", "mail.invitation.subject", { site: "Sitewalk" }));
    expect(received.mail.text).toContain(mailText("ar", "mail.greeting", { name: "Maryam" }));
    expect(invitation_link, "the mail has it, nobody else needs it").toBeNull();
    expect((await check(token)).body).toMatchObject({ data: { kind: "invitation", email } });

    const client = app.guest();
    const username = `taken.up${count}`;
    const reply = await activate({ token, username, password, last_name: "al-Kuwari" }, client);
    expect(reply.body).toMatchObject({
      data: { user: { username, email, first_name: "Maryam", last_name: "al-Kuwari", has_password: true } },
    });
    expect(await client.call("GET /api/user")).toMatchObject({ email });
    expect((await signIn(app.guest(), { username, password })).status).toBe(200);
    expect(codeOf(await activate({ token, username: "another.one", password }))).toBe("LINK_INVALID");
  });

  it("proposes a permitted user name", async () => {
    const { token } = await invited();
    const { body } = await check(token);
    expect(body).toMatchObject({ data: { username: expect.stringMatching(/^invited\.\d+$/) } });
  });

  it("stays valid after a refused choice", async () => {
    const { token, email } = await invited();
    const { name } = await app.user();
    const choice = { token, username: `chosen${count}`, password };
    const refusals = [
      [{ token }, { username: ["users.username_required"], password: ["auth.password_required"] }],
      [{ ...choice, username: name }, { username: ["users.username_taken"] }],
      [{ ...choice, username: "vendor" }, { username: ["users.username_reserved"] }],
      [{ ...choice, password: "iloveyou" }, { password: ["auth.password_common"] }],
      [{ ...choice, password: email }, { password: ["auth.password_common"] }],
      [{ ...choice, password: "short" }, { password: ["auth.password_short"] }],
    ] as const;
    for (const [body, errors] of refusals)
      expect((await activate(body)).body, JSON.stringify(body)).toMatchObject({ status: "error", errors });
    expect((await activate(choice)).status).toBe(200);
  });

  it("cannot be used to sign in before it is accepted, nor by a recovery", async () => {
    const { email } = await invited();
    expect(codeOf(await signIn(app.guest(), { username: email, password }))).toBe("INVALID_CREDENTIALS");
    await app.guest().call("POST /api/password/email", { body: { username_f: email } });
    await expect(smtp.next(email, { within: 1500 })).rejects.toThrow(/No mail/);
  });

  it("is sent again on request, with a new link", async () => {
    const { token, email } = await invited();
    await app.guest().call("POST /api/activation/resend", { body: { username_f: email } });
    const { mail, link } = await smtp.next(email);
    expect(mail.subject).toBe(mailText("en", "mail.invitation.subject", { site: "Sitewalk" }));
    expect(codeOf(await check(token))).toBe("LINK_INVALID");
    expect((await check(tokenOf(link))).status).toBe(200);
  });
});

describe("daily cleanup", () => {
  it("deletes expired data, and releases an unconfirmed address after a week", async () => {
    const { db } = app.database;
    const [old, young, live] = [await registered(), await registered(), await registered()];
    await db
      .updateTable("users")
      .set({ created_at: sql<Date>`now() - interval '8 days'` })
      .where("email", "in", [old.email, live.email])
      .execute();
    await age(old.email);
    await age(young.email);
    await sql`insert into attempts values ('\\x00', 1, now() - interval '1 second')`.execute(db);
    const prune = createPrune({
      db,
      attempts: createAttempts(db),
      challenges: createChallenges(db),
    });
    await prune();
    expect([await rowOf(old.email), await rowOf(young.email), await rowOf(live.email)]).toEqual([
      undefined,
      expect.objectContaining({ awaiting: "activation" }),
      expect.objectContaining({ awaiting: "activation" }),
    ]);
    const { rows } = await sql`
      select 1 from account_tokens where expires_at <= now()
      union all select 1 from attempts where ends_at <= now()`.execute(db);
    expect(rows).toEqual([]);
    const reply = await app.guest().raw("POST /api/register", { body: fresh({ email: old.email }) });
    expect(reply.status).toBe(201);
  });
});
