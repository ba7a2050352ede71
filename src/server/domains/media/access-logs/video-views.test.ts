import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { insertVideo, type MadeVideo } from "../videos/videos.fixture.ts";

const start = Date.parse("2026-11-21T10:20:00Z");
let time = start;
const clock: Clock = { now: () => new Date(time) };
const pass = (seconds: number) => (time += seconds * 1000);

let app: TestApp;
let owner: TestClient;
let author: TestClient;
let member: TestClient;
let people: Record<"author" | "member", { id: number; name: string }>;
let project: { id: number };
let video: MadeVideo;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" }, clock });
  people = { author: await app.user(), member: await app.user() };
  owner = await app.as(await app.user({ role: "administrator" }));
  author = await app.as(people.author);
  member = await app.as(people.member);
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, people.author, "editor");
  await app.join(project.id, people.member, "viewer");
});
afterAll(() => app.close());
beforeEach(async () => {
  time = start;
  await app.database.db.deleteFrom("attempts").execute();
  await app.database.db.deleteFrom("video_views").execute();
  video = await insertVideo(app, project.id, { is_public: true, id_user: people.author.id });
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

/** Calls as a browser with a user agent. */
async function send<T>(
  client: TestClient,
  route: Parameters<TestClient["address"]>[0],
  body: object,
  params = {},
) {
  await client.token();
  const { method, url } = client.address(route, { params });
  const headers = { "content-type": "application/json", "user-agent": firefox };
  const reply = await client.send(method, url, JSON.stringify(body), headers);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return (reply.body as { data: T }).data;
}
type Looked = { count: number; now: number; session: string };
const look = (client: TestClient) =>
  send<Looked>(client, "POST /api/viewer-count/log-video", { video_code: video.code });
const beat = (client: TestClient, body: object) =>
  send(client, "PUT /api/viewer-count/update-activity", { video_code: video.code, ...body });
const log = (client = owner, query: object = {}) =>
  client.call("GET /api/three60videos/{id}/access-logs", { params: { id: video.id }, query });
const figures = (period: "day" | "week" | "month" | "year" | "all", client = owner) =>
  client.call("GET /api/three60videos/{id}/access-logs/statistics", {
    params: { id: video.id },
    query: { period },
  });
const count = (client: TestClient) =>
  client.call("GET /api/viewer-count/video", { query: { video_code: video.code } });

describe("views of a video", () => {
  it("are counted once until a minute of silence, without those of its author and of the project's owner", async () => {
    const guest = app.guest();
    expect(await look(guest)).toMatchObject({ count: 1, now: 1 });
    pass(50);
    expect(await look(guest)).toMatchObject({ count: 1 });
    expect(await look(member)).toMatchObject({ count: 2, now: 2 });
    expect(await look(owner)).toMatchObject({ count: 2, session: "" });
    expect(await look(author)).toMatchObject({ count: 2, session: "" });
    pass(61);
    expect(await count(guest)).toEqual({ count: 2, now: 0 });
    expect(
      await guest.call("GET /api/three60videos/{id}/access-logs/viewer-count", {
        params: { id: video.code },
      }),
    ).toEqual({ count: 2, now: 0 });
    expect(await look(guest)).toMatchObject({ count: 3, now: 1 });
    expect((await owner.call("GET /api/three60videos/{id}", { params: { id: video.id } })).views).toBe(3);
  });

  it("last for the time of their heartbeats and at most the elapsed time, and end with a call or with silence", async () => {
    const guest = app.guest();
    const params = { id: video.code };
    const { session } = await send<Looked>(
      guest,
      "POST /api/three60videos/{id}/access-logs/log-access",
      { duration_seconds: 0 },
      params,
    );
    pass(10);
    await beat(guest, { session, duration_seconds: 10 });
    await beat(app.guest(), { session: "1.forged", duration_seconds: 50 });
    pass(10);
    // Without a session: the newest view of this browser.
    await beat(guest, { duration_seconds: 86_400 });
    expect((await log()).items).toMatchObject([{ duration_seconds: 20, is_open: true, rooms: 0 }]);
    pass(5);
    const ended = { session, duration_seconds: 25 };
    expect(await send(guest, "PUT /api/three60videos/{id}/access-logs/end-session", ended, params)).toEqual({
      count: 1,
      now: 0,
    });
    expect((await log()).items).toMatchObject([{ duration_seconds: 25, is_open: false }]);
    pass(5);
    await beat(guest, { session, duration_seconds: 30 });
    expect((await figures("day")).seconds).toBe(25);
    expect(await look(guest)).toMatchObject({ count: 2, now: 1 });
  });

  it("store the address without its last part, browser and device, and nothing for viewers who opted out", async () => {
    await look(app.guest());
    const shy = app.guest();
    await shy.token();
    const { url } = shy.address("POST /api/viewer-count/log-video", {});
    await shy.send("POST", url, JSON.stringify({ video_id: video.id, video_code: video.code }), {
      "content-type": "application/json",
      "user-agent": firefox,
      dnt: "1",
    });
    const { items } = await log();
    expect(items.map(({ address, browser, device }) => [address, browser, device])).toEqual([
      ["", "", ""],
      ["127.0.0.0", "Firefox", "desktop"],
    ]);
  });

  it("are found by code or number; by number for members only, and for no one before a password", async () => {
    const routes = [
      ["GET /api/viewer-count/video", "query"],
      ["POST /api/viewer-count/log-video", "body"],
    ] as const;
    for (const [route, part] of routes) {
      expect(await app.guest().refused(route, { [part]: {} })).toMatchObject({
        status: 422,
        code: "VIDEO_REQUIRED",
        message: "Either video_code or video_id is required",
      });
      expect(await app.guest().refused(route, { [part]: { video_id: video.id } })).toMatchObject({
        status: 404,
      });
      expect((await member.raw(route, { [part]: { id_video: video.id } })).status).toBeLessThan(300);
    }
    expect(
      await app.guest().refused("PUT /api/viewer-count/update-activity", { body: { duration_seconds: 1 } }),
    ).toMatchObject({ code: "VIDEO_REQUIRED" });
    const password_hash = await hashPassword("gate 7");
    const locked = await insertVideo(app, project.id, { is_public: true, password_hash });
    expect(
      await app.guest().refused("POST /api/viewer-count/log-video", { body: { video_code: locked.code } }),
    ).toMatchObject({ status: 403, code: "VIDEO_PASSWORD" });
  });
});

describe("viewers of a video", () => {
  it("are shown to owner, managers and super admins only, newest first", async () => {
    await look(app.guest());
    pass(120);
    await look(member);
    const manager = await app.user();
    await app.join(project.id, manager, "manager");
    for (const client of [
      owner,
      await app.as(manager),
      await app.as(await app.user({ role: "super_admin" })),
    ]) {
      const { items, total } = await log(client);
      expect(total).toBe(2);
      expect(items.map(({ person }) => person?.id_user ?? null)).toEqual([people.member.id, null]);
    }
    expect((await log(owner, { guests: 1 })).total).toBe(1);
    expect((await log(owner, { guests: 0 })).items[0]?.person?.name).toBe("Test Person");
    expect((await log(owner, { search: "FIREFOX" })).total).toBe(2);
    expect((await log(owner, { search: "100%" })).total).toBe(0);
    const stranger = await app.as(await app.user());
    for (const client of [author, member, stranger])
      for (const path of ["", "/statistics"] as const)
        expect(
          await client.refused(`GET /api/three60videos/{id}/access-logs${path}`, {
            params: { id: video.id },
          }),
        ).toMatchObject({ status: client === stranger ? 404 : 403 });
  });

  it("are summed up for a day, a week, a month, a year or all, and for no other period", async () => {
    await look(app.guest());
    await look(member);
    const expected = { day: 24, week: 7, month: 30, year: 12, all: 7 } as const;
    for (const period of ["day", "week", "month", "year", "all"] as const) {
      const { steps, ...sums } = await figures(period);
      expect(sums).toMatchObject({ period, views: 2, people: 1, guests: 1 });
      expect(steps).toHaveLength(expected[period]);
      expect(steps.at(-1)?.views).toBe(2);
    }
    for (const period of ["hour", "", "all "])
      expect(
        (
          await owner.refused("GET /api/three60videos/{id}/access-logs/statistics", {
            params: { id: video.id },
            query: { period },
          })
        ).status,
      ).toBe(422);
  });

  it("are deleted after their retention period, or by a super admin; the statistics stay", async () => {
    await look(app.guest());
    pass((limits.views.keptDays + 1) * 86_400);
    await look(app.guest());
    const admin = await app.as(await app.user({ role: "super_admin" }));
    const clean = (body: object) => admin.call("POST /api/video-access-logs/cleanup", { body });
    expect(await clean({})).toEqual({ removed: 1 });
    expect(await clean({})).toEqual({ removed: 0 });
    pass(2 * 86_400);
    expect(await clean({ days: 1 })).toEqual({ removed: 1 });
    expect((await log()).total).toBe(0);
    expect(await count(app.guest())).toEqual({ count: 2, now: 0 });
    expect((await figures("all")).views).toBe(2);
    expect(await owner.refused("POST /api/video-access-logs/cleanup", { body: {} })).toMatchObject({
      status: 403,
    });
  });
});
