import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { password, type TestApp, testApp } from "#test/app.ts";
import { bareCall, newestSession, sessionCookie, sessionToken, signIn, signInAs } from "#test/sign-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("a session", () => {
  it("lasts twelve hours at most and ends with the browser, or thirty days when remembered", async () => {
    const { name } = await app.user();
    const hoursLeft = async () => {
      const { expires_at, created_at } = await newestSession(app);
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

  it("is not extended by reading it", async () => {
    const client = await app.as(await app.user());
    const { id, expires_at } = await newestSession(app);
    const { db } = app.database;
    await db
      .updateTable("sessions")
      .set({ last_seen_at: sql`now() - interval '1 hour'` })
      .where("id", "=", id)
      .execute();
    await client.call("GET /api/user");
    const after = await newestSession(app);
    expect(after).toMatchObject({ id, expires_at });
    expect(Date.now() - after.last_seen_at.getTime()).toBeLessThan(60_000);
  });

  it("ends after four hours of inactivity, unless it was to outlive the browser", async () => {
    const silentFor = async (minutes: number, rememberMe: boolean) => {
      const client = app.guest();
      await signIn(client, { username_l: (await app.user()).name, password_l: password, rememberMe });
      const { id } = await newestSession(app);
      await app.database.db
        .updateTable("sessions")
        .set({ last_seen_at: sql`now() - make_interval(mins => ${minutes})` })
        .where("id", "=", id)
        .execute();
      return (await client.raw("GET /api/user")).status;
    };
    const idle = limits.session.idleHours * 60;
    expect(await silentFor(idle - 2, false)).toBe(200);
    expect(await silentFor(idle + 2, false)).toBe(401);
    expect(await silentFor(idle + 2, true)).toBe(200);
  });

  it("is stored as a hash, so that a reader of the table cannot sign in with it", async () => {
    const client = await app.as(await app.user());
    const token = sessionToken(client) ?? "";
    const { token_hash } = await newestSession(app);
    expect(token.length).toBeGreaterThan(40);
    expect(token_hash).toHaveLength(32);
    expect(token_hash.toString("base64url")).not.toBe(token);
  });

  it("ends with signing out: the cookie is deleted, and the old token opens nothing", async () => {
    const client = await app.as(await app.user());
    const cookie = client.cookie();
    const reply = await client.raw("POST /api/logout", { body: {} });
    expect(reply.status).toBe(200);
    expect(sessionToken(client)).toBeUndefined();
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect((await bareCall(app, "GET", "/api/user", { cookie })).status).toBe(401);
    const again = await client.raw("POST /api/logout", { body: {} });
    expect(again.status, "logging out twice is no fault").toBe(200);
  });

  it("ends when its time is over", async () => {
    const client = await app.as(await app.user());
    const { id } = await newestSession(app);
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

  it("that was terminated is reported as such, but public pages stay open", async () => {
    const client = await app.as(await app.user());
    const { id } = await newestSession(app);
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

  it("is a new one at every sign-in: a planted token opens nothing", async () => {
    const { id, name } = await app.user();
    const planted = "p".repeat(43);
    const victim = app.guest();
    const first = await victim.raw("GET /api/csrf-token");
    const browser = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const cookie = `${browser}; sitewalk_session=${planted}`;
    const asked = await bareCall(app, "GET", "/api/csrf-token", { cookie });
    const { data } = (await asked.json()) as { data: { token: string } };
    const signedIn = await bareCall(
      app,
      "POST",
      "/api/login",
      { cookie, "x-csrf-token": data.token },
      { username_l: name, password_l: password },
    );
    expect(signedIn.status).toBe(200);
    const given = signedIn.headers.getSetCookie().find((line) => line.startsWith("sitewalk_session=")) ?? "";
    expect(given).not.toContain(planted);
    expect((await bareCall(app, "GET", "/api/user", { cookie: `sitewalk_session=${planted}` })).status).toBe(
      401,
    );
    const own = await bareCall(app, "GET", "/api/user", { cookie: given.split(";")[0] ?? "" });
    expect(await own.json()).toMatchObject({ data: { id } });
  });

  it("of the previous user ends when another one signs in at the same browser", async () => {
    const [one, two] = [await app.user(), await app.user()];
    const client = await app.as(one);
    const before = client.cookie();
    await signIn(client, { username_l: two.name, password_l: password });
    expect(await client.call("GET /api/user")).toMatchObject({ id: two.id });
    expect((await bareCall(app, "GET", "/api/user", { cookie: before })).status).toBe(401);
  });

  it("ends at once when its user is locked", async () => {
    const user = await app.user();
    const client = await app.as(user);
    const lock = (locked_at: Date | null) =>
      app.database.db.updateTable("users").set({ locked_at }).where("id", "=", user.id).execute();
    await lock(new Date());
    expect(await client.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect(await client.refused("POST /api/projects", { body: { name: "Mine" } })).toMatchObject({
      status: 401,
    });
  });

  it("records how it began and in which browser", async () => {
    const user = await app.user();
    const browser = app.guest();
    await signInAs(browser, user);
    const first = await newestSession(app);
    expect(first).toMatchObject({ way: "password", two_factor: false });
    await signInAs(browser, user);
    const second = await newestSession(app);
    expect(second.browser_hash).toHaveLength(32);
    expect(second.browser_hash).toEqual(first.browser_hash);
    await signInAs(app.guest(), user);
    expect((await newestSession(app)).browser_hash).not.toEqual(first.browser_hash);
  });
});
