import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

const start = Date.parse("2026-11-21T10:20:00Z");
let time = start;
const made = [{ width: 4000, height: 2000 }];
const ready = { state: "ready", levels: JSON.stringify(made), ready_at: new Date() };
const clock: Clock = { now: () => new Date(time) };
const pass = (seconds: number) => (time += seconds * 1000);

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let memberAccount: { id: number; name: string };
let author: { id: number; name: string };
let project: { id: number; code: string };
let visit: { id: number; code: string };

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" }, clock });
  owner = await app.as(await app.user({ role: "administrator", name: "owner-of-views" }));
  author = await app.user({ name: "author-of-views" });
  memberAccount = await app.user({ name: "member-of-views" });
  member = await app.as(memberAccount);
});
afterAll(() => app.close());

beforeEach(async () => {
  time = start;
  await app.database.db.deleteFrom("projects").execute();
  await app.database.db.deleteFrom("attempts").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, memberAccount, "viewer");
  await app.join(project.id, author, "editor");
  visit = await (await app.as(author)).call("POST /api/visits", {
    body: { id_project: project.id, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
  });
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

/** Calls as a browser with a user agent; `headers` add to that. */
async function look(client: TestClient, headers: Record<string, string> = {}, which?: object) {
  await client.raw("GET /api/viewer-count/visit", { query: { visit_code: visit.code } });
  const { url } = client.address("POST /api/viewer-count/log-visit", {});
  const body = JSON.stringify(which ?? { visit_code: visit.code });
  const reply = await client.send("POST", url, body, {
    "content-type": "application/json",
    "user-agent": firefox,
    ...headers,
  });
  expect(reply.status).toBe(201);
  return (reply.body as { data: { session: string; count: number; now: number } }).data;
}
const beat = (client: TestClient, session: string, duration_seconds: number, id_room?: number) =>
  client.call("PUT /api/viewer-count/update-activity", {
    body: { visit_code: visit.code, session, duration_seconds, ...(id_room !== undefined && { id_room }) },
  });
const rows = () => app.database.db.selectFrom("visit_views").selectAll().orderBy("id").execute();
const only = async () => {
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  if (row === undefined) throw new Error("nothing was written");
  return row;
};
const log = (query: object = {}, client = owner) =>
  client.call("GET /api/visits/{id}/access-logs", { params: { id: visit.id }, query });
const figures = (period?: "day" | "week" | "month" | "year" | "all", client = owner) =>
  client.call("GET /api/visits/{id}/access-logs/statistics", {
    params: { id: visit.id },
    query: period === undefined ? {} : { period },
  });

describe("counting views", () => {
  it("counts a guest once until a minute of silence, and reports present viewers", async () => {
    const guest = app.guest();
    expect(await look(guest)).toMatchObject({ count: 1, now: 1 });
    pass(50);
    expect(await look(guest)).toMatchObject({ count: 1 });
    expect(await look(app.guest())).toMatchObject({ count: 2 });
    const before = await guest.call("GET /api/viewer-count/visit", { query: { visit_code: visit.code } });
    expect(before.count).toBe(2);
    pass(61);
    expect(await guest.call("GET /api/viewer-count/visit", { query: { code: visit.code } })).toEqual({
      count: 2,
      now: 0,
    });
    expect(await look(guest)).toMatchObject({ count: 3, now: 1 });
  });

  it("counts two tabs that open at the same moment once", async () => {
    const guest = app.guest();
    await guest.call("POST /api/viewer-count/log-visit", { body: { visit_code: visit.code } });
    await Promise.all(Array.from({ length: 6 }, () => look(guest)));
    expect(await rows()).toHaveLength(1);
  });

  it("counts members, but neither the author nor the owner of the project", async () => {
    expect(await look(member)).toMatchObject({ count: 1 });
    expect(await look(owner)).toMatchObject({ count: 1, session: "" });
    expect(await look(await app.as(author))).toMatchObject({ count: 1, session: "" });
    expect(await only()).toMatchObject({ id_user: memberAccount.id });
  });

  it("keeps the address without its last part, and browser and device", async () => {
    await look(app.guest());
    expect(await only()).toMatchObject({
      id_user: null,
      address: "127.0.0.0",
      browser: "Firefox",
      device: "desktop",
    });
  });

  it.each([{ dnt: "1" }, { "sec-gpc": "1" }])(
    "counts a viewer who opted out of tracking (%o), and stores nothing about them",
    async (headers) => {
      expect(await look(app.guest(), headers as Record<string, string>)).toMatchObject({ count: 1 });
      expect(await only()).toMatchObject({ address: "", browser: "", device: "" });
    },
  );

  it.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "WhatsApp/2.23.20.0",
    "facebookexternalhit/1.1",
    "curl/8.5.0",
    "",
  ])("does not count a bot that calls itself '%s'", async (agent) => {
    expect(await look(app.guest(), { "user-agent": agent })).toMatchObject({ count: 0, session: "" });
  });

  it("stops counting a network that opens visits endlessly, and still lets it view", async () => {
    const strict = await testApp({ environment: { ROLE: "web" }, rateFactor: 1 });
    try {
      const maker = await strict.as(await strict.user({ role: "administrator" }));
      const { id } = await maker.call("POST /api/projects", { body: { name: "Quay" } });
      const { code } = await maker.call("POST /api/visits", {
        body: { id_project: id, name: "One", visit_date: "2026-02-01T08:00:00Z" },
      });
      const { db } = strict.database;
      const { createAttempts, networkOf } = await import("#server/platform/attempts.ts");
      const { perNetwork: max, seconds } = limits.views;
      const attempts = createAttempts(db);
      for (let n = 0; n < max; n += 1)
        await attempts.take(`visit-views ${networkOf("127.0.0.1")}`, { max, seconds });
      const reply = await strict
        .guest()
        .call("POST /api/viewer-count/log-visit", { body: { visit_code: code } });
      expect(reply).toEqual({ count: 0, now: 0, session: "" });
    } finally {
      await strict.close();
    }
  });

  it("finds a visit by code or number; by its number for members only", async () => {
    expect(await app.guest().refused("POST /api/viewer-count/log-visit", { body: {} })).toMatchObject({
      status: 422,
      code: "VISIT_ID_REQUIRED",
    });
    expect(await app.guest().refused("GET /api/viewer-count/visit", { query: {} })).toMatchObject({
      status: 422,
    });
    for (const name of ["visit_id", "id_visit"]) {
      const query = { [name]: visit.id };
      expect(await app.guest().refused("GET /api/viewer-count/visit", { query })).toMatchObject({
        status: 404,
      });
      expect(await member.call("GET /api/viewer-count/visit", { query })).toEqual({ count: 0, now: 0 });
    }
    expect(
      await app.guest().refused("GET /api/viewer-count/visit", { query: { code: "nosuchcode" } }),
    ).toMatchObject({ status: 404 });
  });
});

describe("viewing time", () => {
  it("grows with the heartbeats, never shrinks and never exceeds the time that passed", async () => {
    const guest = app.guest();
    const { session } = await look(guest);
    pass(10);
    await beat(guest, session, 10);
    pass(10);
    await beat(guest, session, 5);
    expect((await only()).duration_seconds).toBe(10);
    await beat(guest, session, 86_400);
    expect((await only()).duration_seconds).toBe(20);
    expect((await figures("day")).seconds).toBe(20);
    expect((await figures("week")).seconds).toBe(20);
  });

  it("ends with a minute of silence", async () => {
    const guest = app.guest();
    const { session } = await look(guest);
    pass(61);
    await beat(guest, session, 61);
    expect((await only()).duration_seconds).toBe(0);
    expect((await log()).items[0]?.is_open).toBe(false);
  });

  it("is not raised by a caller who does not hold the view, or holds one of another visit", async () => {
    const { session } = await look(app.guest());
    const [id] = session.split(".");
    pass(10);
    for (const wrong of [`${id}.forged`, id ?? "", "none"]) await beat(app.guest(), wrong, 10);
    const other = await owner.call("POST /api/visits", {
      body: { id_project: project.id, name: "Other", visit_date: "2026-02-02T08:00:00Z" },
    });
    await app.guest().call("PUT /api/viewer-count/update-activity", {
      body: { visit_code: other.code, session, duration_seconds: 10 },
    });
    expect((await only()).duration_seconds).toBe(0);
    await beat(app.guest(), session, 10);
    expect((await only()).duration_seconds).toBe(10);
  });

  it("records each room of the visit once, and no other", async () => {
    const guest = app.guest();
    const { session } = await look(guest);
    const { db } = app.database;
    await db
      .insertInto("pictures")
      .values({ sha256: "ab".repeat(32), width: 4000, height: 2000, bytes: 10, ...ready } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const room = async (id_visit: number) =>
      (
        await db
          .insertInto("rooms")
          .values({ id_visit, name: "Hall", position: 0, file_name: "", picture_sha256: "ab".repeat(32) })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const other = await owner.call("POST /api/visits", {
      body: { id_project: project.id, name: "Other", visit_date: "2026-02-02T08:00:00Z" },
    });
    const [hall, strange] = [await room(visit.id), await room(other.id)];
    for (const id of [hall, hall, strange, 999_999]) await beat(guest, session, 1, id);
    expect((await only()).rooms.map(Number)).toEqual([hall]);
    expect((await log()).items[0]?.rooms).toBe(1);
  });
});

describe("the list of views", () => {
  beforeEach(async () => {
    await look(app.guest());
    pass(120);
    await look(member);
  });

  it("is paged, newest first, with present viewers", async () => {
    const { items, total } = await log();
    expect(total).toBe(2);
    expect(items.map(({ person, is_open }) => [person?.name ?? null, is_open])).toEqual([
      ["Test Person", true],
      [null, false],
    ]);
    const second = await log({ page: 2, per_page: 1 });
    expect(second).toMatchObject({ total: 2, page: 2, per_page: 1, items: [{ person: null }] });
  });

  it("searches by name, address and browser, and separates guests from users", async () => {
    const names = async (query: object) => (await log(query)).items.map(({ person }) => person?.name ?? "");
    expect(await names({ search: "test pers" })).toEqual(["Test Person"]);
    expect(await names({ search: "FIREFOX" })).toHaveLength(2);
    expect(await names({ search: "127.0.0" })).toHaveLength(2);
    expect(await names({ search: "100%" })).toEqual([]);
    expect(await names({ guests: 1 })).toEqual([""]);
    expect(await names({ guests: 0 })).toEqual(["Test Person"]);
  });

  it("is for owner, managers and super admins only", async () => {
    const manager = await app.user();
    await app.join(project.id, manager, "manager");
    for (const client of [await app.as(manager), await app.as(await app.user({ role: "super_admin" }))]) {
      expect((await log({}, client)).total).toBe(2);
      expect((await figures("day", client)).views).toBe(2);
    }
    const stranger = await app.as(await app.user());
    for (const client of [member, stranger, await app.as(author)])
      for (const path of ["", "/statistics"] as const)
        expect(
          await client.refused(`GET /api/visits/{id}/access-logs${path}`, { params: { id: visit.id } }),
        ).toMatchObject(
          client === stranger ? { status: 404, code: "NOT_FOUND" } : { status: 403, code: "FORBIDDEN" },
        );
    expect(
      await app.guest().refused("GET /api/visits/{id}/access-logs", { params: { id: visit.id } }),
    ).toMatchObject({ status: 401 });
  });
});

describe("statistics of a period", () => {
  it("have a step for every hour, day or month, also for those without a view", async () => {
    await look(app.guest());
    await look(member);
    const expected = { day: 24, week: 7, month: 30, year: 12, all: 7 } as const;
    for (const period of ["day", "week", "month", "year", "all"] as const) {
      const { steps, ...sums } = await figures(period);
      expect(sums).toMatchObject({ period, views: 2, people: 1, guests: 1 });
      expect(steps).toHaveLength(expected[period]);
      expect(steps.at(-1)?.views).toBe(2);
      expect(steps.slice(0, -1).every(({ views }) => views === 0)).toBe(true);
    }
    expect((await figures()).period).toBe("month");
    expect((await figures("day")).steps.at(-1)?.at).toBe("2026-11-21T10:00:00.000Z");
    expect((await figures("year")).steps[0]?.at).toBe("2025-12-01T00:00:00.000Z");
  });

  it("are refused for an unknown period", async () => {
    const query = { period: "hour" };
    expect(
      await owner.refused("GET /api/visits/{id}/access-logs/statistics", { params: { id: visit.id }, query }),
    ).toMatchObject({ status: 422 });
  });

  it("stay when the views themselves are deleted after their retention period", async () => {
    const guest = app.guest();
    const { session } = await look(guest);
    pass(30);
    await beat(guest, session, 30);
    pass((limits.views.keptDays + 1) * 86_400);
    await look(app.guest());
    const { createViewsRepository } = await import("./views.repository.ts");
    const { visitViews } = await import("./view-kinds.ts");
    await createViewsRepository(app.database.db, visitViews).prune(clock.now());
    expect(await rows()).toHaveLength(1);
    expect(await figures("all")).toMatchObject({ views: 2, guests: 2, seconds: 30 });
    expect(
      await guest.call("GET /api/viewer-count/visit", { query: { visit_code: visit.code } }),
    ).toMatchObject({ count: 2 });
  });
});
