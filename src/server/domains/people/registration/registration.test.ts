import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SettingValues } from "#contract/settings.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { solvedCaptcha } from "#test/captcha.ts";
import type { TestClient } from "#test/client.ts";
import { mailText } from "#test/mail-text.ts";
import { codeOf, sessionCookie, signIn } from "#test/sign-in.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";

const password = "a long enough password";
const open = {
  enable_registration: true,
  captcha_register: false,
  validate_email: false,
  first_name_mandatory: false,
  last_name_mandatory: false,
} as const satisfies Partial<SettingValues>;

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

const change = (body: Partial<SettingValues>) => admin.call("PUT /api/settings", { body });
let count = 0;
const newcomer = (more: object = {}) => {
  count += 1;
  return { username: `newcomer${count}`, email: `newcomer${count}@example.org`, password, ...more };
};
const register = (body: object, client = app.guest()) => client.raw("POST /api/register", { body });
const refused = (body: object) => app.guest().refused("POST /api/register", { body });
const rowOf = (email: string) =>
  app.database.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

describe("registering", () => {
  beforeEach(() => change({ ...open, terms_and_conditions: "", privacy_policy: "" }));

  it("is refused until it is switched on", async () => {
    await change({ enable_registration: false });
    expect(await refused(newcomer())).toMatchObject({ status: 403, code: "REGISTRATION_OFF" });
  });

  it("creates an account and signs its owner in, where addresses need no confirmation", async () => {
    const client = app.guest();
    const body = newcomer({ first_name: "Maryam", company: "not asked for", language: "ar" });
    const reply = await client.call("POST /api/register", { body });
    expect(reply).toMatchObject({
      activation: "none",
      signed_in: {
        requires_2fa: false,
        user: { username: body.username, role: "user", first_name: "Maryam", company: "", language: "ar" },
      },
    });
    expect(await client.call("GET /api/user")).toMatchObject({ email: body.email });
    const again = app.guest();
    expect((await signIn(again, { username: body.email, password })).status).toBe(200);
  });

  it("reports a taken user name or address at the field, ignoring case", async () => {
    const first = newcomer();
    await register(first);
    expect(await refused(newcomer({ username: first.username.toUpperCase() }))).toMatchObject({
      status: 422,
      code: "VALIDATION",
      errors: { username: ["users.username_taken"] },
    });
    expect(await refused(newcomer({ email: first.email.toUpperCase() }))).toMatchObject({
      status: 422,
      errors: { email: ["users.email_taken"] },
    });
  });

  it("gives an address to one of two parallel calls", async () => {
    const { email } = newcomer();
    const replies = await Promise.all([register(newcomer({ email })), register(newcomer({ email }))]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it("refuses short and common passwords, and the user name as one; anything else passes byte by byte", async () => {
    for (const [bad, code] of [
      ["seven77", "VALIDATION"],
      ["iloveyou", "PASSWORD_COMMON"],
      ["x".repeat(256), "VALIDATION"],
    ])
      expect(await refused(newcomer({ password: bad }))).toMatchObject({ status: 422, code });
    const own = newcomer({ username: "North.Tower" });
    expect(await refused({ ...own, password: "north.tower" })).toMatchObject({
      code: "PASSWORD_COMMON",
      errors: { password: ["auth.password_common"] },
    });
    const spaced = newcomer({ password: "  كلمة مرور  " });
    expect((await register(spaced)).status).toBe(201);
    expect((await signIn(app.guest(), { username: spaced.username, password: "كلمة مرور" })).status).toBe(
      422,
    );
    const exact = { username: spaced.username, password: spaced.password };
    expect((await signIn(app.guest(), exact)).status).toBe(200);
  });

  it("reserves the words of the settings and everything that looks like an address", async () => {
    expect(await refused(newcomer({ username: "Vendor" }))).toMatchObject({
      errors: { username: ["users.username_reserved"] },
    });
    for (const username of ["ab", "a@example.org", "-dash", "two words", "x\u202Ey z"])
      expect(await refused(newcomer({ username })), username).toMatchObject({ code: "VALIDATION" });
  });

  it("requires the mandatory fields of the settings, and ignores those that are not offered", async () => {
    await change({ first_name_mandatory: true, city_mandatory: true, company_enable: false });
    expect(await refused(newcomer({ first_name: "  " }))).toMatchObject({
      status: 422,
      errors: { first_name: ["users.field_required"], city: ["users.field_required"] },
    });
    const body = newcomer({ first_name: "Maryam", city: "Dubai", company: "Somebody Ltd" });
    expect((await register(body)).status).toBe(201);
    expect(await rowOf(body.email)).toMatchObject({ city: "Dubai", company: "" });
    await change({ city_mandatory: false });
  });

  it("requires consent where there are terms or a privacy policy", async () => {
    for (const terms of [{ terms_and_conditions: "Be kind." }, { privacy_policy: "We keep little." }]) {
      await change({ terms_and_conditions: "", privacy_policy: "", ...terms });
      expect(await refused(newcomer())).toMatchObject({ status: 422, code: "CONSENT_REQUIRED" });
      expect((await register(newcomer({ consent: true }))).status).toBe(201);
    }
  });

  it("requires a solved puzzle where the settings say so, and accepts each once", async () => {
    await change({ captcha_register: true });
    expect(await refused(newcomer())).toMatchObject({ status: 422, code: "CAPTCHA_REQUIRED" });
    const captcha = await solvedCaptcha(app.guest());
    // An invalid form does not use up the puzzle.
    expect(await refused(newcomer({ captcha, password: "iloveyou" }))).toMatchObject({
      code: "PASSWORD_COMMON",
    });
    expect((await register(newcomer({ captcha }))).status).toBe(201);
    expect(await refused(newcomer({ captcha }))).toMatchObject({ code: "CAPTCHA_WRONG" });
  });

  it("cannot create more than an ordinary user", async () => {
    const body = newcomer({ role: "super_admin", is_demo: true, super_admin: true, awaiting: null });
    expect((await register(body)).status).toBe(201);
    expect(await rowOf(body.email)).toMatchObject({ role: "user", is_demo: false });
  });

  it("locks no one out where addresses should be confirmed and email does not work", async () => {
    await change({ validate_email: true });
    const body = newcomer();
    expect(await app.guest().call("POST /api/register", { body })).toMatchObject({ activation: "none" });
    expect(await rowOf(body.email)).toMatchObject({ awaiting: null, email_verified_at: null });
    const jobs = await queued();
    expect(jobs, "and nothing waits to be sent").toEqual([]);
  });
});

describe("the limit of registrations", () => {
  it("responds with the time to wait, per mailbox", async () => {
    const limited = await testApp({ rateFactor: 1 });
    try {
      const chief = await limited.as(await limited.user({ role: "super_admin" }));
      await chief.call("PUT /api/settings", { body: open });
      const { email } = newcomer();
      const tryIt = () => limited.guest().raw("POST /api/register", { body: newcomer({ email }) });
      const replies = [];
      for (let n = 0; n < 6; n++) replies.push(await tryIt());
      expect(replies.map(({ status }) => status)).toEqual([201, 422, 422, 422, 422, 429]);
      expect(Number(replies[5]?.headers.get("retry-after"))).toBeGreaterThan(3000);
    } finally {
      await limited.close();
    }
  });
});

const queued = async () => {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'mail.send'`.execute(app.database.db);
  return rows;
};

describe("signing in before and after confirmation", () => {
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await testSmtp();
    await setUpMail(app, smtp, { ...open, validate_email: true });
  });
  afterAll(() => smtp.close());

  it("requires the address to be confirmed where the settings demand it", async () => {
    const body = newcomer();
    const client = app.guest();
    const reply = await register(body, client);
    expect(reply.body).toMatchObject({ data: { activation: "mailed", email: body.email } });
    expect(sessionCookie(reply)).toBe("");
    expect(codeOf(await signIn(app.guest(), { username: body.username, password }))).toBe(
      "EMAIL_UNCONFIRMED",
    );
    const wrong = await signIn(app.guest(), { username: body.username, password: "something else" });
    expect(codeOf(wrong), "only who knows the password hears of it").toBe("INVALID_CREDENTIALS");
    expect((await smtp.next(body.email)).mail.subject).toBe(
      mailText("en", "mail.activation.subject", { site: "Sitewalk" }),
    );
  });
});

describe("the inbox of a new account", () => {
  it("starts with a welcome of the site, in its owner's language, without a way to reply", async () => {
    await change({ ...open, terms_and_conditions: "", privacy_policy: "" });
    const client = app.guest();
    await client.call("POST /api/register", { body: newcomer({ language: "ar" }) });
    const { items } = await client.call("GET /api/messages/conversations");
    expect(items).toMatchObject([
      {
        person: null,
        unread: 1,
        can: { write: false },
        last: { type: "system", sender: null, sender_id: null },
      },
    ]);
    expect(items[0]?.last.content).toBe(mailText("ar", "messages.welcome", { site: "Sitewalk" }));
    const { message } = await client.call("GET /api/messages", { query: { with: 0 } });
    expect(message).toMatchObject({ total: 1, data: [{ id: items[0]?.last.id }] });
  });
});
