import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { spotTimelapseLimits as limits } from "#contract/spot-timelapses.limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { videoWrites } from "../videos/video-writes.repository.ts";
import { insertVideo } from "../videos/videos.fixture.ts";
import { stampWriter } from "./spot-timelapse-maker.ts";
import { pruneTimelapses } from "./spot-timelapses.repository.ts";
import { thinned } from "./timelapse-dates.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let editor: TestClient;
let stranger: TestClient;
let people: Record<"viewer" | "editor", { id: number; name: string }>;
let project: { id: number };
let site: ReturnType<typeof siteDates>;

beforeAll(async () => {
  // Without jobs: requests stay as they are.
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  people = { viewer: await app.user(), editor: await app.user() };
  [viewer, editor] = [await app.as(people.viewer), await app.as(people.editor)];
  stranger = await app.as(await app.user());
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, people.viewer, "viewer");
  await app.join(project.id, people.editor, "editor");
  site = siteDates(app.database.db, project.id);
});

/** Withholds the visits of the project from a member. */
const hideVisits = ({ id }: { id: number }) =>
  app.database.db
    .updateTable("project_members")
    .set({ withheld: ["visits.view", "visits.edit"] })
    .where("id_user", "=", id)
    .execute();

/** Rooms called Hall on so many dates, oldest first. */
async function hallOn(dates: number): Promise<number[]> {
  const rooms = [];
  for (let date = 0; date < dates; date += 1)
    rooms.push(await site.room((await site.visit()).id, { name: "Hall" }));
  return rooms;
}
const at = () => ({ params: { id: project.id } });
const ask = (id_room: number, body: object = {}, client = editor) =>
  client.call("POST /api/projects/{id}/spot-timelapses", { ...at(), body: { id_room, ...body } });
const refusal = async (id_room: number, body: object = {}, client = editor) =>
  (await client.refused("POST /api/projects/{id}/spot-timelapses", { ...at(), body: { id_room, ...body } }))
    .code;
const list = async (client = editor) =>
  (await client.call("GET /api/projects/{id}/spot-timelapses", at())).items;
const roomsAsked = async (id: number) =>
  (
    await app.database.db
      .selectFrom("spot_timelapses")
      .select("rooms")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).rooms;

describe("a time-lapse of a spot", () => {
  it("shows all dates, those of a period, or selected ones, oldest first", async () => {
    const rooms = await hallOn(4);
    const [first = 0, second = 0, third = 0, last = 0] = rooms;
    const all = await ask(third);
    expect(all).toMatchObject({ title: "Hall", state: "waiting", dates: 4, progress: 0, video: null });
    expect(await roomsAsked(all.id)).toEqual(rooms);
    const part = await ask(first, {
      from: "2026-01-01T12:00:00Z",
      to: "2026-01-03T12:00:00Z",
      title: "Slab",
    });
    expect(part).toMatchObject({ title: "Slab", dates: 2 });
    expect(await roomsAsked(part.id)).toEqual([second, third]);
    expect(await roomsAsked((await ask(first, { rooms: [last, second] })).id)).toEqual([second, last]);
    expect((await list()).map(({ dates }) => dates)).toEqual([2, 2, 4]);
  });

  it("needs two dates, a period in order, and rooms of the spot", async () => {
    const [only = 0] = await hallOn(1);
    expect(await refusal(only)).toBe("SPOT_DATES_MISSING");
    const [, second = 0] = await hallOn(2);
    const other = await site.room((await site.visit()).id, { name: "Roof" });
    expect(await refusal(second, { rooms: [second, other] })).toBe("NOT_FOUND");
    expect(await refusal(second, { rooms: [second] })).toBe("SPOT_DATES_MISSING");
    expect(await refusal(second, { from: "2026-03-01T00:00:00Z", to: "2026-02-01T00:00:00Z" })).toBe(
      "VALIDATION",
    );
  });

  it("leaves out visits in the bin and photos that are not ready", async () => {
    const [first = 0, second = 0, third = 0] = await hallOn(3);
    await site.room((await site.visit({ deleted_at: new Date() })).id, { name: "Hall" });
    await site.room((await site.visit()).id, { name: "Hall", state: "processing" });
    expect(await roomsAsked((await ask(first)).id)).toEqual([first, second, third]);
  });

  it("is for members who may add videos and see the visits; to others nothing exists", async () => {
    const [room = 0] = await hallOn(2);
    expect(await refusal(room, {}, viewer)).toBe("VIDEO_EDIT_DENIED");
    expect(await refusal(room, {}, stranger)).toBe("NOT_FOUND");
    const made = await ask(room);
    await hideVisits(people.editor);
    expect(await refusal(room)).toBe("NOT_FOUND");
    expect(await list()).toEqual([]);
    const params = { id: project.id, spot_timelapse: made.id };
    const route = "DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}";
    expect((await editor.refused(route, { params })).code).toBe("NOT_FOUND");
    expect(await list(owner)).toHaveLength(1);
  });

  it("is limited per project, until one is cancelled", async () => {
    const [room = 0] = await hallOn(2);
    const made = [];
    for (let count = 0; count < limits.open; count += 1) made.push(await ask(room));
    expect(await refusal(room)).toBe("SPOT_TIMELAPSES_BUSY");
    const params = { id: project.id, spot_timelapse: made[0]?.id ?? 0 };
    await editor.call("DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}", { params });
    expect(await list()).toHaveLength(limits.open - 1);
    expect((await ask(room)).state).toBe("waiting");
    const log = await app.database.db
      .selectFrom("activity")
      .select(["action", "details"])
      .where("id_project", "=", project.id)
      .where("action", "like", "visit.timelapse%")
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      ...made.map(() => "visit.timelapse_requested"),
      "visit.timelapse_cancelled",
      "visit.timelapse_requested",
    ]);
    expect(log[0]?.details).toEqual({ title: "Hall" });
  });
});

describe("the video of a time-lapse", () => {
  /** A finished one of two visits, without its file. */
  async function finished() {
    const { db } = app.database;
    const visits = [await site.visit(), await site.visit()];
    const rooms = [];
    for (const { id } of visits) rooms.push({ id_visit: id, id_room: await site.room(id, { name: "Hall" }) });
    const video = await insertVideo(app, project.id, { title: "Slab" });
    await db.updateTable("videos").set({ of_visits: true }).where("id", "=", video.id).execute();
    await db
      .insertInto("video_dates")
      .values(rooms.map((room) => ({ ...room, id_video: video.id })))
      .execute();
    return { video, visits, rooms };
  }
  const sees = async (id: number, client: TestClient) => {
    const reply = await client.raw("GET /api/three60videos/{id}", { params: { id } });
    const { items } = await client.call("GET /api/three60videos", { query: {} });
    return [reply.status, items.some((item) => item.id === id)];
  };
  const opens = async (code: string) =>
    (await app.guest().raw("GET /api/video-player", { query: { code } })).status;

  it("is watched by members who may see the visits, and by no one else", async () => {
    const { video } = await finished();
    expect(await sees(video.id, viewer)).toEqual([200, true]);
    expect(await sees(video.id, stranger)).toEqual([404, false]);
    expect(await opens(video.code)).toBe(404);
    await hideVisits(people.viewer);
    expect(await sees(video.id, viewer)).toEqual([404, false]);
  });

  it("is withheld from everyone while one of its visits is in the bin, and is back with it", async () => {
    const { video, visits } = await finished();
    const params = { id: visits[1]?.id ?? 0 };
    await owner.call("DELETE /api/visits/{id}", { params });
    for (const client of [viewer, editor, owner]) expect(await sees(video.id, client)).toEqual([404, false]);
    await app.database.db
      .updateTable("visits")
      .set({ deleted_at: null })
      .where("id", "=", params.id)
      .execute();
    expect(await sees(video.id, viewer)).toEqual([200, true]);
  });

  it("is withheld when one of its rooms is deleted, and deleted in the night", async () => {
    const { video, rooms } = await finished();
    await app.database.db
      .deleteFrom("rooms")
      .where("id", "=", rooms[0]?.id_room ?? 0)
      .execute();
    expect(await sees(video.id, owner)).toEqual([404, false]);
    await pruneTimelapses(app.database.db, new Date());
    const left = await app.database.db.selectFrom("videos").select("id").where("id", "=", video.id).execute();
    expect(left).toEqual([]);
  });

  it("is withheld from the beginning when a visit was deleted while it was being made", async () => {
    const { db } = app.database;
    const visits = [await site.visit(), await site.visit({ deleted_at: new Date() })];
    const dates: { id_visit: number; id_room: number }[] = [];
    for (const { id } of visits) dates.push({ id_visit: id, id_room: await site.room(id, { name: "Hall" }) });
    const video = await insertVideo(app, project.id, { title: "Slab" });
    await db.updateTable("videos").set({ of_visits: true }).where("id", "=", video.id).execute();
    await db.transaction().execute((trx) => videoWrites().insertDates(trx, video.id, dates));
    expect(await sees(video.id, owner)).toEqual([404, false]);
    await db.updateTable("visits").set({ deleted_at: null }).where("id_project", "=", project.id).execute();
    expect(await sees(video.id, viewer)).toEqual([200, true]);
  });

  it("is shared with guests only while each of its visits is open to them", async () => {
    const { video, visits } = await finished();
    const [one] = visits;
    const set = (values: object) =>
      app.database.db
        .updateTable("visits")
        .set(values)
        .where("id", "=", one?.id ?? 0)
        .execute();
    const share = { params: { id: video.id }, body: { is_public: 1 } } as const;
    await set({ access: "members" });
    expect((await owner.refused("PUT /api/three60videos/{id}", share)).code).toBe("VIDEO_VISITS_CLOSED");
    await set({ access: "link" });
    await owner.call("PUT /api/three60videos/{id}", share);
    expect(await opens(video.code)).toBe(200);
    for (const closed of [
      { access: "members" },
      { access: "link", share_expires_at: new Date("2026-01-01T00:00:00Z") },
      { share_expires_at: null, share_password_hash: "x" },
    ]) {
      await set(closed);
      expect(await opens(video.code)).toBe(404);
      const { items } = await app.guest().call("GET /api/three60videos/public", { query: {} });
      expect(items).toEqual([]);
    }
    await set({ share_password_hash: null });
    expect(await opens(video.code)).toBe(200);
  });
});

describe("the dates in the picture", () => {
  it("are Gregorian with Western digits, in the language and time zone of the request", () => {
    const late = new Date("2026-11-19T22:30:00Z");
    expect(stampWriter("en", "UTC")(late)).toBe("19 November 2026");
    expect(stampWriter("en", "Asia/Riyadh")(late)).toBe("20 November 2026");
    expect(stampWriter("ar", "Asia/Riyadh")(late)).toBe("20 نوفمبر 2026");
  });

  it("are thinned out evenly above the limit, with the first and the last", () => {
    expect(thinned([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(thinned([...Array(10).keys()], 4)).toEqual([0, 3, 6, 9]);
  });
});
