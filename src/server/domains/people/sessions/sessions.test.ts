import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { password, type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { keptDays, pruneSessions } from "./prune.ts";

const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const desktop = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

interface Person {
  id: number;
  name: string;
}
let app: TestApp;
let admin: TestClient;
let adminId: number;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  const person = await app.user({ role: "super_admin" });
  admin = await app.as(person);
  adminId = person.id;
});
afterAll(() => app.close());

/** A browser with this user agent, signed in. */
async function browser(person: Person, userAgent: string, rememberMe = false): Promise<TestClient> {
  const client = app.guest();
  const { url } = client.address("POST /api/login", {});
  const body = JSON.stringify({ username_l: person.name, password_l: password, rememberMe });
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  expect(await client.send("POST", url, body, headers)).toMatchObject({ status: 200 });
  return client;
}

const own = async (client: TestClient) => (await client.call("GET /api/sessions")).items;
const currentId = async (client: TestClient) => (await own(client))[0]?.id ?? 0;
const everybody = (query: Record<string, string | number>) =>
  admin.call("GET /api/admin/sessions", { query });

describe("one's own sessions", () => {
  it("are listed with device, browser and system, the present one first", async () => {
    const person = await app.user();
    const onPhone = await browser(person, phone, true);
    const onDesktop = await browser(person, desktop);
    expect(await own(onPhone)).toMatchObject([
      { current: true, device: "phone", browser: "Chrome", system: "Android", remembered: true },
      { current: false, device: "desktop", browser: "Firefox", system: "Linux", remembered: false },
    ]);
    expect(await own(onDesktop)).toMatchObject([
      { current: true, device: "desktop", address: "127.0.0.1" },
      { current: false, device: "phone" },
    ]);
  });

  it("are shown one by one to their owner only", async () => {
    const person = await app.user();
    const client = await app.as(person);
    const id = await currentId(client);
    expect(await client.call("GET /api/sessions/{id}", { params: { id } })).toMatchObject({
      id,
      current: true,
    });
    const stranger = await app.as(await app.user({ role: "administrator" }));
    for (const other of [stranger, admin]) {
      expect(await other.refused("GET /api/sessions/{id}", { params: { id } })).toMatchObject({
        status: 404,
      });
      expect(await other.refused("DELETE /api/sessions/{id}", { params: { id } })).toMatchObject({
        status: 404,
      });
    }
    expect(await client.call("GET /api/user")).toMatchObject({ username: person.name });
    expect(await client.refused("GET /api/sessions/{id}", { params: { id: 99_999_999 } })).toMatchObject({
      status: 404,
    });
  });

  it("end one by one: the other browser's next call is refused as terminated", async () => {
    const person = await app.user();
    const [here, there] = [await app.as(person), await app.as(person)];
    const id = await currentId(there);
    await here.call("DELETE /api/sessions/{id}", { params: { id } });
    expect(await there.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect(await here.call("GET /api/user")).toMatchObject({ username: person.name });
    expect(await own(here)).toHaveLength(1);
    expect(await here.refused("DELETE /api/sessions/{id}", { params: { id } })).toMatchObject({
      status: 404,
    });
  });

  it("end all at once except the present one", async () => {
    const person = await app.user();
    const bystander = await app.as(await app.user());
    const here = await app.as(person);
    const others = [await app.as(person), await app.as(person)];
    expect(await here.call("POST /api/sessions/revoke-all")).toEqual({ ended: 2 });
    for (const other of others)
      expect(await other.refused("GET /api/projects")).toMatchObject({ code: "SESSION_TERMINATED" });
    expect(await here.call("GET /api/user")).toMatchObject({ username: person.name });
    expect(await bystander.call("GET /api/sessions")).toMatchObject({ items: [{ current: true }] });
  });

  it("are refused without a sign-in", async () => {
    for (const route of [
      "GET /api/sessions",
      "GET /api/sessions/devices",
      "GET /api/sessions/alerts",
    ] as const)
      expect(await app.guest().refused(route)).toMatchObject({ status: 401 });
  });

  it("of the demo account are limited to the visitor's own", async () => {
    const demo = await app.user({ isDemo: true });
    const [here, there] = [await browser(demo, phone), await browser(demo, desktop)];
    const id = await currentId(there);
    expect(await own(here)).toMatchObject([{ current: true, device: "phone" }]);
    expect((await here.call("GET /api/sessions/devices")).items).toMatchObject([{ current: true }]);
    expect(await here.refused("GET /api/sessions/{id}", { params: { id } })).toMatchObject({ status: 404 });
    expect(await here.refused("DELETE /api/sessions/{id}", { params: { id } })).toMatchObject({
      code: "DEMO_READ_ONLY",
    });
  });
});

describe("one's devices", () => {
  it("are browsers, however many sessions they had; older ones are grouped by user agent", async () => {
    const person = await app.user();
    const add = (userAgent: string, browserHash: string | null, hoursAgo: number, isOver = false) =>
      sql`insert into sessions (token_hash, id_user, remembered, user_agent, address, browser_hash, created_at,
            last_seen_at, expires_at, ended_at, end_reason)
          values (${Buffer.from(`${person.id} ${userAgent} ${hoursAgo}`)}, ${person.id}, false, ${userAgent},
            ${`10.0.0.${hoursAgo}`}, ${browserHash === null ? null : Buffer.from(browserHash)},
            now() - make_interval(hours => ${hoursAgo}), now() - make_interval(hours => ${hoursAgo - 1}),
            now() + interval '1 day', ${isOver ? new Date() : null}, ${isOver ? "logout" : null})`.execute(
        app.database.db,
      );
    await add(phone, "browser a", 9, true);
    await add(phone, "browser a", 5);
    await add(phone, "browser b", 4);
    await add(desktop, null, 30, true);
    await add(desktop, null, 20, true);
    const client = await browser(person, "curl/8.5.0");
    const { items } = await client.call("GET /api/sessions/devices");
    expect(items).toMatchObject([
      { current: true, device: "other", sessions: 1 },
      { current: false, device: "phone", sessions: 1, address: "10.0.0.4" },
      { current: false, device: "phone", sessions: 1, address: "10.0.0.5" },
      { current: false, device: "desktop", sessions: 0, address: "10.0.0.20" },
    ]);
    const [, , twice] = items;
    expect(Date.parse(twice?.last_seen_at ?? "") - Date.parse(twice?.first_seen_at ?? "")).toBeCloseTo(
      5 * 3_600_000,
      -4,
    );
  });
});

describe("the sessions of all users", () => {
  it("are for super admins only", async () => {
    for (const role of ["user", "administrator"] as const) {
      const client = await app.as(await app.user({ role }));
      for (const route of ["GET /api/admin/sessions", "GET /api/admin/sessions/analytics"] as const)
        expect(await client.refused(route)).toMatchObject({ status: 403 });
      const params = { id: await currentId(admin) };
      expect(await client.refused("DELETE /api/admin/sessions/{id}/force-logout", { params })).toMatchObject({
        status: 403,
      });
    }
    expect(await app.guest().refused("GET /api/admin/sessions")).toMatchObject({ status: 401 });
  });

  it("are searched by user, text, status and time, page by page, last used first", async () => {
    const person = await app.user({ name: "mason-of-tower-b" });
    await app.database.db
      .updateTable("users")
      .set({ first_name: "Palm", last_name: "Court" })
      .where("id", "=", person.id)
      .execute();
    const [first, second] = [await browser(person, phone), await browser(person, desktop)];
    const of = { id_user: person.id };
    const both = await everybody(of);
    expect(both).toMatchObject({ total: 2, page: 1, per_page: 25 });
    expect(both.items[0]).toMatchObject({
      device: "desktop",
      user: { id: person.id, username: "mason-of-tower-b", name: "Palm Court", avatar: null },
      active: true,
      current: false,
      ended_at: null,
      end_reason: null,
    });
    await first.call("POST /api/logout");
    expect((await everybody({ ...of, active: 1 })).items).toMatchObject([{ device: "desktop" }]);
    expect((await everybody({ ...of, active: 0 })).items).toMatchObject([
      { device: "phone", active: false, end_reason: "logout", ended_at: expect.any(String) as string },
    ]);
    for (const search of ["of-tower", "palm court", "mason-of-tower-b@"])
      expect(await everybody({ search }), search).toMatchObject({ total: 2 });
    expect(await everybody({ search: "100%" })).toMatchObject({ total: 0, items: [] });
    expect(await everybody({ ...of, per_page: 1, page: 2 })).toMatchObject({
      total: 2,
      items: [{ device: "phone" }],
    });
    expect(await everybody({ ...of, page: 9 })).toMatchObject({ total: 2, items: [] });
    expect(await everybody({ ...of, to: "2020-01-01T00:00:00Z" })).toMatchObject({ total: 0 });
    expect(await everybody({ ...of, from: "2020-01-01T00:00:00Z" })).toMatchObject({ total: 2 });
    expect(await admin.refused("GET /api/admin/sessions", { query: { from: "yesterday" } })).toMatchObject({
      status: 422,
    });

    await app.database.db
      .updateTable("sessions")
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where("id_user", "=", person.id)
      .where("ended_at", "is", null)
      .execute();
    expect((await everybody({ ...of, active: 0 })).items).toMatchObject([
      { device: "desktop", active: false, end_reason: "expired", ended_at: expect.any(String) as string },
      { device: "phone" },
    ]);
    expect(await second.refused("GET /api/user")).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("are counted: open, online, by day including empty days, by device and browser", async () => {
    const before = await admin.call("GET /api/admin/sessions/analytics");
    expect(before.by_day).toHaveLength(30);
    const today = new Date().toISOString().slice(0, 10);
    expect(before.by_day.at(-1)?.day).toBe(today);
    expect(before.by_day.at(0)?.day).toBe(new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10));

    const person = await app.user();
    await browser(person, phone);
    const tried = (succeeded: boolean, daysAgo: number) =>
      sql`insert into sign_ins (id_user, succeeded, way, address, user_agent, created_at)
          values (${person.id}, ${succeeded}, 'password', '10.0.0.1', '', now() - make_interval(days => ${daysAgo}))`.execute(
        app.database.db,
      );
    await tried(true, 0);
    await tried(false, 0);
    await tried(false, 3);
    await tried(true, 40);
    const after = await admin.call("GET /api/admin/sessions/analytics");
    expect(after.active_sessions).toBe(before.active_sessions + 1);
    expect(after.active_users).toBe(before.active_users + 1);
    expect(after.online_users).toBe(before.online_users + 1);
    expect(after.sign_ins_today).toBeGreaterThanOrEqual(before.sign_ins_today + 1);
    expect(after.failed_sign_ins_today).toBe(before.failed_sign_ins_today + 1);
    expect(after.by_day.at(-4)?.failed).toBe((before.by_day.at(-4)?.failed ?? 0) + 1);
    const sum = (days: typeof after.by_day) => days.reduce((all, { sign_ins }) => all + sign_ins, 0);
    expect(sum(after.by_day) - sum(before.by_day), "what is older than the chart is not in it").toBeLessThan(
      3,
    );
    const phones = (reply: typeof after) =>
      reply.by_device.find(({ device }) => device === "phone")?.sessions ?? 0;
    expect(phones(after)).toBe(phones(before) + 1);
    expect(after.by_browser.find(({ browser: name }) => name === "Chrome")?.sessions).toBeGreaterThan(0);
  });

  it("end by force: the browser is refused, the owner finds an alert, the activity log names the actor", async () => {
    const person = await app.user();
    const [victim, other] = [await browser(person, phone), await app.as(person)];
    const id = await currentId(victim);
    const force = { params: { id } };
    await admin.call("DELETE /api/admin/sessions/{id}/force-logout", force);
    expect(await victim.refused("GET /api/user")).toMatchObject({ status: 401, code: "SESSION_TERMINATED" });
    expect((await other.call("GET /api/sessions/alerts")).items[0]).toMatchObject({
      kind: "session_forced",
      device: "phone",
      browser: "Chrome",
    });
    expect((await everybody({ id_user: person.id, active: 0 })).items).toMatchObject([
      { end_reason: "forced" },
    ]);
    const activity = await app.database.db
      .selectFrom("activity")
      .selectAll()
      .where("id_user", "=", adminId)
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(activity).toMatchObject({
      action: "session.forced",
      id_subject: person.id,
      subject_name: person.name,
    });
    expect(await admin.refused("DELETE /api/admin/sessions/{id}/force-logout", force)).toMatchObject({
      status: 404,
    });
  });
});

describe("the browser of an ended session", () => {
  /** A socket on its user's channel, and the messages it received. */
  async function listen(client: TestClient, userId: number) {
    const channel = `private-user-${userId}`;
    const sign = async (socket_id: string) => {
      const { body } = await client.raw("POST /api/broadcasting/auth", {
        body: { socket_id, channel_name: channel },
      });
      return (body as { auth: string }).auth;
    };
    const [key] = (await sign("1.1")).split(":");
    const socket = new WebSocket(`${app.origin.replace("http", "ws")}/app/${key}?protocol=7`);
    const told: { event: string; data: Record<string, unknown> }[] = [];
    socket.on("message", (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString()) as { event: string; data: string };
      told.push({ event: message.event, data: JSON.parse(message.data) as Record<string, unknown> });
    });
    await once(socket, "message");
    const auth = await sign(String(told[0]?.data["socket_id"]));
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } }));
    await soon(() =>
      expect(told.map(({ event }) => event)).toContain("pusher_internal:subscription_succeeded"),
    );
    return { told, closed: once(socket, "close"), terminate: () => socket.terminate() };
  }

  it.each(["revoked", "forced"] as const)(
    "is notified at once that it was %s, before its socket closes",
    async (reason) => {
      const person = await app.user();
      const [here, there] = [await app.as(person), await app.as(person)];
      const id = await currentId(there);
      const [living, ending] = [await listen(here, person.id), await listen(there, person.id)];
      if (reason === "revoked") await here.call("POST /api/sessions/revoke-all");
      else await admin.call("DELETE /api/admin/sessions/{id}/force-logout", { params: { id } });
      const [code] = (await ending.closed) as [number];
      expect(ending.told.at(-1)).toEqual({ event: "session.ended", data: { id_session: id, reason } });
      expect(code).toBe(4200);
      const events = living.told.map(({ event }) => event);
      expect(events, "the person's other browsers hear of it, too").toContain("session.ended");
      expect(await here.call("GET /api/user")).toMatchObject({ id: person.id });
      living.terminate();
    },
  );
});

describe("data with a retention period", () => {
  it("is deleted after it: sign-in attempts, alerts, and ended sessions", async () => {
    const { db } = app.database;
    const person = await app.user();
    const client = await app.as(person);
    const past = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const days of [keptDays.signIns + 1, keptDays.signIns - 1])
      await db
        .insertInto("sign_ins")
        .values({
          id_user: person.id,
          succeeded: false,
          way: "password",
          address: "10.9.9.9",
          user_agent: "",
          created_at: past(days),
        })
        .execute();
    for (const days of [keptDays.alerts + 1, keptDays.alerts - 1])
      await db
        .insertInto("account_alerts")
        .values({
          id_user: person.id,
          kind: "new_device",
          address: "10.9.9.9",
          user_agent: "",
          created_at: past(days),
        })
        .execute();
    for (const days of [keptDays.sessions + 1, keptDays.sessions - 1])
      await db
        .insertInto("sessions")
        .values({
          token_hash: Buffer.from(`old ${days}`),
          id_user: person.id,
          remembered: false,
          address: "10.9.9.9",
          expires_at: past(days),
          ended_at: null,
          end_reason: null,
        })
        .execute();
    await pruneSessions(db);
    const left = async (table: "sign_ins" | "account_alerts" | "sessions") =>
      (
        await db
          .selectFrom(table)
          .selectAll()
          .where("id_user", "=", person.id)
          .where("address", "=", "10.9.9.9")
          .execute()
      ).length;
    expect([await left("sign_ins"), await left("account_alerts"), await left("sessions")]).toEqual([1, 1, 1]);
    expect(await client.call("GET /api/user")).toMatchObject({ id: person.id });
  });
});
