import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";

// Every sign-in hashes a password, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** The server's clock stands still unless a test moves it: limits count by the minute. */
let now = new Date("2026-11-20T09:00:10Z");
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ clock: { now: () => now } });
});
afterAll(() => app.close());

const signIn = (client: TestClient, body: Record<string, unknown>) => client.raw("POST /api/login", { body });
const codeOf = (reply: RawReply) => (reply.body as { code?: string }).code;
const sessionCookie = (reply: RawReply) =>
  reply.headers.getSetCookie().find((line) => line.startsWith("sitewalk_session=")) ?? "";
const sessionToken = (client: TestClient) => /sitewalk_session=([^;]+)/.exec(client.cookie())?.[1];
const newestSession = () =>
  app.database.db.selectFrom("sessions").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();

/** A call with exactly these cookies and headers, as another program or another site would make it. */
const bare = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(new URL(path, app.origin), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe("while nobody owns the installation", () => {
  const account = { email: "First@Example.org", password: "a long enough one" };

  it("says so, refuses a wrong link, and hands the keys to whoever holds the printed one, once", async () => {
    const client = app.guest();
    expect(await client.call("GET /api/setup")).toEqual({ needed: true });

    const wrong = await client.refused("POST /api/setup", { body: { token: "x".repeat(43), ...account } });
    expect(wrong).toMatchObject({ status: 403, code: "SETUP_TOKEN" });
    const token = app.setupToken ?? "";
    const short = await client.refused("POST /api/setup", {
      body: { token, ...account, password: "seven77" },
    });
    expect(short).toMatchObject({ status: 422, errors: { password: ["auth.password_short"] } });
    const noAddress = await client.refused("POST /api/setup", {
      body: { token, ...account, email: "first" },
    });
    expect(noAddress).toMatchObject({ status: 422, errors: { email: ["auth.email_invalid"] } });
    expect(await client.call("GET /api/setup")).toEqual({ needed: true });

    const { user } = await client.call("POST /api/setup", { body: { token, ...account } });
    expect(user).toMatchObject({ email: account.email, role: "super_admin", super_admin: true });
    expect(await client.call("GET /api/user")).toMatchObject({ id: user.id });

    const again = await app.guest().refused("POST /api/setup", {
      body: { token, email: "second@example.org", password: account.password },
    });
    expect(again).toMatchObject({ status: 403, code: "SETUP_DONE" });
    expect(await app.guest().call("GET /api/setup")).toEqual({ needed: false });
  });
});

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

  it("is refused alike for a wrong password and an unknown name, and leaves no session", async () => {
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

  it("never works for an account without a password", async () => {
    const { id, name } = await app.user();
    await app.database.db.updateTable("users").set({ password_hash: null }).where("id", "=", id).execute();
    const reply = await signIn(app.guest(), { username_l: name, password_l: password });
    expect(codeOf(reply)).toBe("INVALID_CREDENTIALS");
  });

  it("says which of the two is missing", async () => {
    expect(await app.guest().refused("POST /api/login", { body: { rememberMe: true } })).toMatchObject({
      status: 422,
      code: "VALIDATION",
      errors: { username_l: ["auth.name_required"], password_l: ["auth.password_required"] },
    });
  });

  it("asks a fresh installation for nothing but name, password and rememberMe", async () => {
    const { name } = await app.user();
    const reply = await signIn(app.guest(), { username_l: name, password_l: password, rememberMe: false });
    expect(reply.status).toBe(200);
  });

  it("tells the role and the marks by which the screens go", async () => {
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

describe("a session", () => {
  it("lasts twelve hours and no longer than the browser, or thirty days when remembered", async () => {
    const { name } = await app.user();
    const hoursLeft = async () => {
      const { expires_at, created_at } = await newestSession();
      return (expires_at.getTime() - created_at.getTime()) / 3_600_000;
    };
    const short = sessionCookie(await signIn(app.guest(), { username_l: name, password_l: password }));
    expect(short).not.toMatch(/max-age|expires/i);
    expect(await hoursLeft()).toBeCloseTo(limits.session.hours, 2);

    const long = sessionCookie(
      await signIn(app.guest(), { username_l: name, password_l: password, rememberMe: true }),
    );
    expect(long).toContain(`Max-Age=${30 * 24 * 3600}`);
    expect(await hoursLeft()).toBeCloseTo(30 * 24, 2);
    for (const cookie of [short, long]) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/);
  });

  it("is not made longer by being asked about", async () => {
    const client = await app.as(await app.user());
    const { id, expires_at } = await newestSession();
    const { db } = app.database;
    await db
      .updateTable("sessions")
      .set({ last_seen_at: sql`now() - interval '1 hour'` })
      .where("id", "=", id)
      .execute();
    await client.call("GET /api/user");
    const after = await newestSession();
    expect(after).toMatchObject({ id, expires_at });
    expect(Date.now() - after.last_seen_at.getTime()).toBeLessThan(60_000);
  });

  it("is kept as a hash, so that who reads the table cannot sign in with it", async () => {
    const client = await app.as(await app.user());
    const token = sessionToken(client) ?? "";
    const { token_hash } = await newestSession();
    expect(token.length).toBeGreaterThan(40);
    expect(token_hash).toHaveLength(32);
    expect(token_hash.toString("base64url")).not.toBe(token);
  });

  it("ends with logging out: the cookie goes, and the old token opens nothing", async () => {
    const client = await app.as(await app.user());
    const cookie = client.cookie();
    const reply = await client.raw("POST /api/logout", { body: {} });
    expect(reply.status).toBe(200);
    expect(sessionToken(client)).toBeUndefined();
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect((await bare("GET", "/api/user", { cookie })).status).toBe(401);
    const again = await client.raw("POST /api/logout", { body: {} });
    expect(again.status, "logging out twice is no fault").toBe(200);
  });

  it("is over when its time is", async () => {
    const client = await app.as(await app.user());
    const { id } = await newestSession();
    await app.database.db
      .updateTable("sessions")
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where("id", "=", id)
      .execute();
    expect(await client.refused("GET /api/user")).toMatchObject({
      status: 401,
      code: "UNAUTHENTICATED",
      message: "Your session has expired. Please log in again.",
    });
  });

  it("that was terminated says so, but throws nobody off a public page", async () => {
    const client = await app.as(await app.user());
    const { id } = await newestSession();
    await app.database.db
      .updateTable("sessions")
      .set({ ended_at: sql`now()`, end_reason: "forced" })
      .where("id", "=", id)
      .execute();
    expect(await client.refused("GET /api/user")).toMatchObject({
      status: 401,
      code: "SESSION_TERMINATED",
      message: "Your session has been terminated. Please log in again.",
    });
    expect((await client.raw("GET /api/settings")).status).toBe(200);
  });

  it("is a new one at every sign-in: what a stranger planted before is worth nothing", async () => {
    const { id, name } = await app.user();
    const planted = "p".repeat(43);
    const victim = app.guest();
    const first = await victim.raw("GET /api/csrf-token");
    const browser = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const cookie = `${browser}; sitewalk_session=${planted}`;
    const asked = await bare("GET", "/api/csrf-token", { cookie });
    const { data } = (await asked.json()) as { data: { token: string } };
    const signedIn = await bare(
      "POST",
      "/api/login",
      { cookie, "x-csrf-token": data.token },
      { username_l: name, password_l: password },
    );
    expect(signedIn.status).toBe(200);
    const given = signedIn.headers.getSetCookie().find((line) => line.startsWith("sitewalk_session=")) ?? "";
    expect(given).not.toContain(planted);
    expect((await bare("GET", "/api/user", { cookie: `sitewalk_session=${planted}` })).status).toBe(401);
    const own = await bare("GET", "/api/user", { cookie: given.split(";")[0] ?? "" });
    expect(await own.json()).toMatchObject({ data: { id } });
  });

  it("of the person before ends when somebody else signs in at the same browser", async () => {
    const [one, two] = [await app.user(), await app.user()];
    const client = await app.as(one);
    const before = client.cookie();
    await signIn(client, { username_l: two.name, password_l: password });
    expect(await client.call("GET /api/user")).toMatchObject({ id: two.id });
    expect((await bare("GET", "/api/user", { cookie: before })).status).toBe(401);
  });
});

describe("the anti-forgery token", () => {
  it("is asked for by every write and refused when missing, foreign or of the session before", async () => {
    const client = await app.as(await app.user());
    const cookie = client.cookie();
    const body = { locale: "ar" };
    const missing = await bare("POST", "/api/language", { cookie }, body);
    expect(missing.status).toBe(419);
    expect(await missing.json()).toMatchObject({ status: "error", code: "CSRF_MISMATCH" });

    const other = await app.guest().call("GET /api/csrf-token");
    expect((await bare("POST", "/api/language", { cookie, "x-csrf-token": other.token }, body)).status).toBe(
      419,
    );

    const { token } = await client.call("GET /api/csrf-token");
    expect((await bare("POST", "/api/language", { cookie, "x-csrf-token": token }, body)).status).toBe(200);
    await client.raw("POST /api/logout", { body: {} });
    const stale = await bare(
      "POST",
      "/api/language",
      { cookie: client.cookie(), "x-csrf-token": token },
      body,
    );
    expect(stale.status).toBe(419);
  });

  it("changes at signing in, and comes with that answer, so that the next call is not refused", async () => {
    const { name } = await app.user();
    const client = app.guest();
    const { token } = await client.call("GET /api/csrf-token");
    const reply = await signIn(client, { username_l: name, password_l: password });
    const fresh = reply.headers.get("x-csrf-token") ?? "";
    expect(fresh).not.toBe("");
    expect(fresh).not.toBe(token);
    const cookie = client.cookie();
    const call = (csrf: string) =>
      bare("POST", "/api/language", { cookie, "x-csrf-token": csrf }, { locale: "en" });
    expect((await call(token)).status).toBe(419);
    expect((await call(fresh)).status).toBe(200);
  });

  it("stays the same as long as the session does, so that two tabs do not spoil each other's", async () => {
    const client = await app.as(await app.user());
    const one = await client.call("GET /api/csrf-token");
    const two = await client.call("GET /api/csrf-token");
    expect(one).toEqual(two);
  });
});

describe("the demo account", () => {
  it("is refused in words where the server offers none, even when there is such an account", async () => {
    await app.user({ isDemo: true });
    expect(await app.guest().refused("POST /api/demo-login", { body: {} })).toMatchObject({
      status: 403,
      code: "DEMO_OFF",
    });
  });

  it("may look, change its language and leave, and is refused every other write with the banner's words", async () => {
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

describe("guessing passwords", () => {
  it("is slowed for one name from whatever address, with the time to wait, and goes on a minute later", async () => {
    const { name } = await app.user();
    const wrong = { username_l: name.toUpperCase(), password_l: "not the one" };
    for (let tries = 0; tries < 10; tries += 1)
      expect(codeOf(await signIn(app.guest(), wrong))).toBe("INVALID_CREDENTIALS");
    const right = { username_l: name, password_l: password };
    const limited = await signIn(app.guest(), right);
    expect(limited.status).toBe(429);
    expect(limited.body).toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many requests. Please wait a moment and try again.",
    });
    expect(limited.headers.get("retry-after")).toBe("50");

    const other = await app.user();
    expect((await signIn(app.guest(), { username_l: other.name, password_l: password })).status).toBe(200);
    now = new Date(now.getTime() + 50_000);
    expect((await signIn(app.guest(), right)).status).toBe(200);
  });
});
