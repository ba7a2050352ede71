import type { Updateable } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { password, type TestApp, testApp } from "#test/app.ts";
import { codeOf, sessionCookie, signIn, signInAs } from "#test/sign-in.ts";
import { hashPassword } from "./passwords.ts";
import type { UsersTable } from "./tables.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("signing in", () => {
  it.each([
    [
      "username_l and password_l",
      "the user name",
      (name: string) => ({ username_l: name, password_l: password }),
    ],
    [
      "username_l and password_l",
      "the e-mail address",
      (name: string) => ({ username_l: `${name}@example.org`, password_l: password }),
    ],
    ["username and password", "the user name", (name: string) => ({ username: name, password })],
    [
      "username and password",
      "the e-mail address",
      (name: string) => ({ username: `${name}@EXAMPLE.org`, password }),
    ],
  ])("works with %s and %s, in any case", async (_fields, _name, body) => {
    const { id, name } = await app.user();
    const client = app.guest();
    const reply = await signIn(client, body(name.toUpperCase()));
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      status: "success",
      data: { requires_2fa: false, user: { id, username: name, role: "user" } },
    });
    expect(await client.call("GET /api/user")).toMatchObject({ id, email: `${name}@example.org` });
  });

  it("accepts a name of any alphabet as its owner wrote it", async () => {
    for (const name of ["Ömer-İnşaat", "ΣΊΣΥΦΟΣ", "مهندس-الموقع"]) {
      const { id } = await app.user({ name });
      const reply = await signIn(app.guest(), { username_l: name, password_l: password });
      expect(reply.body, name).toMatchObject({ data: { user: { id } } });
    }
  });

  it("is refused in the same way for a wrong password and an unknown name, and leaves no session", async () => {
    const { name } = await app.user();
    const client = app.guest();
    const wrong = await signIn(client, { username_l: name, password_l: `${password}.` });
    const unknown = await signIn(client, { username_l: "nobody-at-all", password_l: password });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({
      status: "error",
      code: "INVALID_CREDENTIALS",
      message: "The user name or the password is wrong.",
    });
    expect(sessionCookie(wrong)).toBe("");
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  it("is refused in the same words, and not sooner, whatever the status of the account", async () => {
    const { db } = app.database;
    // Those of test accounts are verified in no time.
    const password_hash = await hashPassword(password);
    const make = async (values: Updateable<UsersTable> = {}) => {
      const { id, name } = await app.user();
      const wanted = { password_hash, ...values };
      await db.updateTable("users").set(wanted).where("id", "=", id).execute();
      return name;
    };
    const locked = await make({ locked_at: new Date() });
    const invited = await make({ awaiting: "invitation" });
    const bare = await make({ password_hash: null });
    const unconfirmed = await make({ awaiting: "activation" });
    const other = `${password}.`;
    const states = {
      "a wrong password": [await make(), other],
      "a name nobody has": ["nobody-at-all", password],
      "a locked account": [locked, password],
      "a locked account, wrong password": [locked, other],
      "an invitation not taken up": [invited, password],
      "an account without a password": [bare, password],
      "an address not confirmed, wrong password": [unconfirmed, other],
    } as const;

    const took = new Map<string, number>();
    const bodies = new Set<string>();
    // CPU time, and the minimum of each: load makes answers slower, not more expensive.
    for (let round = 0; round < 4; round += 1) {
      for (const [state, [username_l, password_l]] of Object.entries(states)) {
        const client = app.guest();
        await client.raw("GET /api/csrf-token");
        const start = process.cpuUsage();
        const reply = await signIn(client, { username_l, password_l });
        const { user, system } = process.cpuUsage(start);
        took.set(state, Math.min(took.get(state) ?? Number.POSITIVE_INFINITY, user + system));
        expect(reply.status, state).toBe(422);
        bodies.add(JSON.stringify(reply.body));
        const cookies = reply.headers.getSetCookie().map((line) => line.split("=")[0]);
        expect(cookies, state).not.toContain("sitewalk_session");
        expect(cookies, state).not.toContain("sitewalk_challenge");
      }
    }
    expect([...bodies]).toHaveLength(1);
    // Hashing is nearly all of a response's work: a response without it would cost a tenth.
    const usual = took.get("a wrong password") ?? 0;
    for (const [state, least] of took) expect(least, state).toBeGreaterThan(usual * 0.4);
  });

  it("reports that the address must be confirmed first, only with the right password", async () => {
    const { id, name } = await app.user();
    await app.database.db.updateTable("users").set({ awaiting: "activation" }).where("id", "=", id).execute();
    const right = await signInAs(app.guest(), { name });
    expect(right.status).toBe(422);
    expect(right.body).toMatchObject({
      code: "EMAIL_UNCONFIRMED",
      message: "Please confirm your email address first. We have sent you an email.",
    });
    expect(sessionCookie(right)).toBe("");
    const wrong = await signIn(app.guest(), { username_l: name, password_l: `${password}.` });
    expect(codeOf(wrong)).toBe("INVALID_CREDENTIALS");
  });

  it("reports which of the two is missing", async () => {
    expect(await app.guest().refused("POST /api/login", { body: { rememberMe: true } })).toMatchObject({
      status: 422,
      code: "VALIDATION",
      errors: { username_l: ["auth.name_required"], password_l: ["auth.password_required"] },
    });
  });

  it("requires only name, password and rememberMe in a fresh installation", async () => {
    const { name } = await app.user();
    const reply = await signIn(app.guest(), { username_l: name, password_l: password, rememberMe: false });
    expect(reply.status).toBe(200);
  });

  it("returns the role and the flags that the screens use", async () => {
    for (const role of ["user", "administrator", "super_admin"] as const) {
      const client = await app.as(await app.user({ role }));
      expect(await client.call("GET /api/user")).toMatchObject({
        role,
        super_admin: role === "super_admin",
        is_demo: false,
        "2fa_enabled": false,
        can: { create_project: role !== "user" },
      });
    }
  });
});

describe("the demo account", () => {
  it("is refused with a message where the server offers none, even when such an account exists", async () => {
    await app.user({ isDemo: true });
    expect(await app.guest().refused("POST /api/demo-login", { body: {} })).toMatchObject({
      status: 403,
      code: "DEMO_OFF",
    });
  });

  it("may read, change its language and sign out, and is refused every other write with the banner's words", async () => {
    const demo = await app.as(await app.user({ isDemo: true, role: "administrator" }));
    expect(await demo.call("GET /api/user")).toMatchObject({ is_demo: true });
    expect(await demo.refused("POST /api/projects", { body: { name: "Mine" } })).toMatchObject({
      status: 403,
      code: "DEMO_READ_ONLY",
      message: "This is a demo account. You cannot modify any data.",
    });
    expect((await demo.raw("POST /api/language", { body: { locale: "ar" } })).status).toBe(200);
    expect((await demo.raw("POST /api/logout", { body: {} })).status).toBe(200);
  });
});
