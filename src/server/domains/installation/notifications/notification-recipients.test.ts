import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertKinds } from "#contract/sessions.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { setUpMail, type TestSmtp, testSmtp, tokenOf } from "#test/smtp.ts";
import { bell, empty, type Person, person, teller, titles } from "./news.fixture.ts";

let app: TestApp;
let smtp: TestSmtp;
/** A super admin, together with `other`. */
let admin: Person;
let other: Person;
beforeAll(async () => {
  app = await testApp();
  [admin, other] = [await person(app, { role: "super_admin" }), await person(app, { role: "super_admin" })];
  smtp = await testSmtp();
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const change = (body: object) => admin.client.call("PUT /api/settings", { body });
const openDoor = {
  enable_registration: true,
  captcha_register: false,
  validate_email: false,
  first_name_mandatory: false,
  last_name_mandatory: false,
};
let count = 0;
const register = async (more: object = {}) => {
  count += 1;
  const name = `newcomer-${count}`;
  const body = { username: name, email: `${name}@example.org`, password: "a long enough password", ...more };
  const client = app.guest();
  await client.call("POST /api/register", { body });
  return { client, name, email: body.email };
};
const idOf = async (username: string) =>
  (
    await app.database.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", username)
      .executeTakeFirstOrThrow()
  ).id;

describe("a super admin", () => {
  it("is notified of every registration, unless this is switched off", async () => {
    await change({ ...openDoor, notify_registrations: false });
    await register();
    expect(await titles(admin)).toEqual([]);
    await change({ notify_registrations: true });
    const { name, client } = await register({ first_name: "Maryam", last_name: "Saleh" });
    for (const who of [admin, other])
      expect(await bell(who)).toMatchObject([
        {
          type: "info",
          kind: "member_changed",
          title: "New account",
          message: "Maryam Saleh registered.",
          link: `/edituser/${await idOf(name)}`,
        },
      ]);
    expect(await bell({ client }), "the newcomer himself knows").toEqual([]);
    await Promise.all([empty(admin), empty(other)]);
  });

  it("is notified of an account with an unconfirmed address after the confirmation", async () => {
    await setUpMail(app, smtp);
    await Promise.all([empty(admin), empty(other)]);
    await change({ ...openDoor, validate_email: true });
    const { name, email } = await register();
    expect(await titles(admin)).toEqual([]);
    const { link } = await smtp.next(email);
    await app.guest().call("POST /api/activate-account", { body: { token: tokenOf(link) } });
    expect(await bell(admin)).toMatchObject([{ message: `${name} registered.` }]);
    await Promise.all([empty(admin), empty(other)]);
  });

  it("is notified as well when such an account is opened by setting a new password", async () => {
    const { name, email } = await register();
    await smtp.next(email);
    await app.guest().call("POST /api/password/email", { body: { username_f: name } });
    const { link } = await smtp.next(email);
    const body = {
      token: tokenOf(link),
      password: "another long password",
      password_confirmation: "another long password",
    };
    await app.guest().call("POST /api/password/reset", { body });
    expect(await bell(admin)).toMatchObject([{ message: `${name} registered.` }]);
    await change({ validate_email: false });
    await Promise.all([empty(admin), empty(other)]);
  });

  it("is notified of an account that another of them has added; the actor is not, and its owner is welcomed", async () => {
    const body = { email: "noor@example.org", first_name: "Noor", last_name: "Aziz", role: "user" } as const;
    const secret = { username: "noor", password: "a long enough password" };
    await admin.client.call("POST /api/users", { body: { ...body, ...secret } });
    expect(await bell(other)).toMatchObject([
      {
        kind: "member_changed",
        title: "Account added",
        message: "Test Person added an account for Noor Aziz.",
        link: `/edituser/${await idOf("noor")}`,
      },
    ]);
    expect(await bell(admin)).toEqual([]);
    const client = app.guest();
    await client.call("POST /api/login", { body: { username_l: "noor", password_l: secret.password } });
    expect(await bell({ client })).toMatchObject([
      { kind: "invitation", type: "success", title: "Welcome", link: "/editprofile" },
    ]);
    await change({ notify_useradd: false });
    await admin.client.call("POST /api/users", { body: { ...body, email: "quiet@example.org" } });
    await change({ notify_useradd: true });
    expect(await bell(other)).toHaveLength(1);
    await empty(other);
  });

  it("is notified of fifty accounts that one of them adds in one line", async () => {
    for (let n = 1; n <= 50; n++) {
      const body = { email: `import-${n}@example.org`, first_name: `Import ${n}`, role: "user" } as const;
      await admin.client.call("POST /api/users", { body });
    }
    expect(await bell(other)).toMatchObject([
      { title: "Accounts added", message: "50 accounts were added, most recently for Import 50." },
    ]);
    await empty(other);
  });

  it("is notified of new projects, not of their own, unless this is switched off", async () => {
    const maker = await person(app, { role: "administrator" });
    const { id } = await maker.client.call("POST /api/projects", { body: { name: "Palm Court" } });
    await admin.client.call("POST /api/projects", { body: { name: "His own" } });
    await change({ notify_project_create: false });
    await maker.client.call("POST /api/projects", { body: { name: "Unheard of" } });
    await change({ notify_project_create: true });
    expect(await bell(admin)).toMatchObject([
      {
        kind: "project_created",
        message: "Test Person created the project “Palm Court”.",
        link: `/project/${id}`,
      },
    ]);
    expect((await bell(other)).map(({ message }) => message)).toEqual([
      "Test Person created the project “His own”.",
      "Test Person created the project “Palm Court”.",
    ]);
    expect(await bell(maker)).toEqual([]);
    await Promise.all([empty(admin), empty(other)]);
  });
});

describe("the owner of an account", () => {
  it("finds security events in the bell, with a link to the details", async () => {
    const user = await person(app);
    expect(await bell(user), "the first browser of an account is none to warn of").toEqual([]);
    await app.as(user);
    expect(await bell(user)).toMatchObject([
      {
        kind: "security",
        type: "warning",
        title: "Sign-in from a new device",
        message: expect.stringContaining("IP address 127.0.0.1") as string,
        link: "/editprofile",
      },
    ]);
  });

  it.each(alertKinds)("finds texts for '%s' in both languages", async (kind) => {
    const user = await person(app);
    const { tell } = teller(app);
    const values = { device: "Firefox, Linux", address: "203.0.113.7" };
    await tell({ to: [user.id], sort: `security_${kind}`, values });
    const [inEnglish] = await bell(user);
    await user.client.call("POST /api/language", { body: { locale: "ar" } });
    const [inArabic] = await bell(user);
    for (const one of [inEnglish, inArabic])
      expect(`${one?.title} ${one?.message}`).not.toMatch(/\{\{|undefined|New notification|إشعار جديد/);
    expect(inArabic?.title).toMatch(/[\u0600-\u06FF]/);
    expect(inArabic?.title).not.toBe(inEnglish?.title);
  });
});
