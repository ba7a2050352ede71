import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { coverageLimits } from "#contract/coverage.limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";

let app: TestApp;
let now = new Date("2026-03-18T09:00:00Z");
const clients = {} as Record<"owner" | "manager" | "editor" | "viewer" | "trade" | "stranger", TestClient>;
const ids = {} as Record<keyof typeof clients, number>;
let project: { id: number };
let site: ReturnType<typeof siteDates>;

beforeAll(async () => {
  app = await testApp({ clock: { now: () => now }, environment: { ROLE: "web" } });
  for (const name of ["owner", "manager", "editor", "viewer", "trade", "stranger"] as const) {
    const user = await app.user({ name: `walk-${name}`, ...(name === "owner" && { role: "administrator" }) });
    ids[name] = user.id;
    clients[name] = await app.as(user);
  }
});
afterAll(() => app.close());

beforeEach(async () => {
  // A Wednesday.
  now = new Date("2026-03-18T09:00:00Z");
  await app.database.db.deleteFrom("projects").execute();
  project = await clients.owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  for (const role of ["manager", "editor", "viewer", "trade"] as const)
    await app.join(project.id, { id: ids[role] }, role);
  site = siteDates(app.database.db, project.id);
});

type Who = keyof typeof clients;
const params = () => ({ id: project.id });
const read = (who: Who = "owner", query: object = {}) =>
  clients[who].call("GET /api/projects/{id}/coverage", { params: params(), query });
const plan = (body: object, who: Who = "manager") =>
  clients[who].call("PUT /api/projects/{id}/coverage", { params: params(), body });
const refusedPlan = (body: object, who: Who = "manager") =>
  clients[who].refused("PUT /api/projects/{id}/coverage", { params: params(), body });
const add = (body: object, who: Who = "manager") =>
  clients[who].call("POST /api/projects/{id}/coverage/spots", { params: params(), body });
const refusedAdd = (body: object, who: Who = "manager") =>
  clients[who].refused("POST /api/projects/{id}/coverage/spots", { params: params(), body });
const skip = (spot: number, reason: string, who: Who = "editor") =>
  clients[who].call("POST /api/projects/{id}/coverage/spots/{spot}/skip", {
    params: { ...params(), spot },
    body: { reason },
  });
const named = async (name: string, who: Who = "owner") => {
  const { spots } = await read(who);
  const found = spots.find((spot) => spot.name === name);
  if (found === undefined) throw new Error(`No spot ${name}.`);
  return found;
};
const walked = (day: string) => site.visit({ visit_date: new Date(`${day}T08:00:00Z`) });
const activity = async () =>
  (
    await app.database.db
      .selectFrom("activity")
      .select("action")
      .where("id_project", "=", project.id)
      .where("action", "like", "coverage.%")
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("photo spots", () => {
  it("are planned by managers, skipped by contributors, seen by members, and unknown to others", async () => {
    const sheet = await site.sheet(40);
    const spot = { name: "Lift lobby", id_sheet: sheet, x: 0.2, y: 0.2 };
    await add({ positions: [spot] });
    const { id } = await named("Lift lobby", "trade");
    expect(await read("manager")).toMatchObject({ can: { edit: true, skip: true, add_photo: true } });
    expect(await read("editor")).toMatchObject({ can: { edit: false, skip: true } });
    expect(await read("viewer")).toMatchObject({ can: { edit: false, skip: false, add_photo: false } });
    expect(await refusedAdd({ positions: [spot] }, "editor")).toMatchObject({ status: 403 });
    expect(await refusedPlan({ is_on: false }, "editor")).toMatchObject({ status: 403 });
    const skipping = { params: { ...params(), spot: id }, body: { reason: "Closed" } };
    const route = "POST /api/projects/{id}/coverage/spots/{spot}/skip";
    expect(await clients.viewer.refused(route, skipping)).toMatchObject({ status: 403 });
    expect(await clients.stranger.refused(route, skipping)).toMatchObject({ status: 404 });
    expect(
      await clients.stranger.refused("GET /api/projects/{id}/coverage", { params: params() }),
    ).toMatchObject({
      status: 404,
    });
  });

  it("are unknown in any project but their own", async () => {
    const sheet = await site.sheet();
    await add({ positions: [{ name: "Stair", id_sheet: sheet, x: 0.5, y: 0.5 }] });
    const { id: spot } = await named("Stair");
    const other = await clients.owner.call("POST /api/projects", { body: { name: "Other" } });
    const at = { params: { id: other.id, spot } };
    const missing = { status: 404, code: "NOT_FOUND" };
    const body = { name: "Roof" };
    expect(
      await clients.owner.refused("PUT /api/projects/{id}/coverage/spots/{spot}", { ...at, body }),
    ).toMatchObject(missing);
    expect(
      await clients.owner.refused("DELETE /api/projects/{id}/coverage/spots", {
        params: { id: other.id },
        body: { spots: [spot] },
      }),
    ).toMatchObject(missing);
    expect(
      await clients.owner.refused("POST /api/projects/{id}/coverage/spots", {
        params: { id: other.id },
        body: { positions: [{ name: "Roof", id_sheet: sheet, x: 0, y: 0 }] },
      }),
    ).toMatchObject(missing);
  });

  it("are added at every room once, named apart where rooms of two floors have one name", async () => {
    const [ground, upper] = [await site.sheet(40), await site.sheet(40)];
    const { db } = app.database;
    await db.updateTable("sheets").set({ floor: "Level 2" }).where("id", "=", upper).execute();
    const [first, second] = [await walked("2026-03-10"), await walked("2026-03-17")];
    await site.room(first.id, { name: "Hall", at: [ground, 0.2, 0.2] });
    await site.room(second.id, { name: "Entrance", at: [ground, 0.21, 0.2] });
    await site.room(second.id, { name: "Store", at: [ground, 0.8, 0.8] });
    const above = await site.room(second.id, { name: "Store", at: [upper, 0.8, 0.8] });
    expect(await add({ all: true })).toMatchObject({ added: 3 });
    expect(await add({ all: true })).toEqual({ added: 0, spots: [] });
    expect(await add({ rooms: [above] })).toEqual({ added: 0, spots: [] });
    const { spots, plan: begun } = await read();
    expect(spots.map(({ name }) => name).toSorted()).toEqual(["Entrance", "Store", "Store (Level 2)"]);
    expect(spots.every(({ last_seen }) => last_seen === "2026-03-17")).toBe(true);
    expect(begun).toMatchObject({ is_on: true, rhythm: { kind: "days", days: 7 }, version: 1 });
  });

  it("refuse a second one of the same name, and more than the limit", async () => {
    const sheet = await site.sheet();
    const at = (name: string) => ({ name, id_sheet: sheet, x: 0.5, y: 0.5 });
    await add({ positions: [at("Hall")] });
    expect(await refusedAdd({ positions: [at(" hall ")] })).toMatchObject({
      errors: { name: ["coverage.name_taken"] },
    });
    const since = "2026-03-01";
    const rows = Array.from({ length: coverageLimits.spots - 1 }, (_, n) => ({
      ...at(`Spot ${n}`),
      id_project: project.id,
      id_room: null,
      id_user: null,
      since,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await app.database.db
        .insertInto("coverage_spots")
        .values(rows.slice(from, from + 500))
        .execute();
    expect(await refusedAdd({ positions: [at("One more")] })).toMatchObject({
      errors: { positions: ["coverage.full"] },
    });
  });

  it("tick themselves when a photo is placed there, or named after them", async () => {
    const sheet = await site.sheet(40);
    await add({
      positions: [
        { name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 },
        { name: "Roof", id_sheet: sheet, x: 0.8, y: 0.8 },
      ],
    });
    expect(await read()).toMatchObject({ counts: { spots: 2, due: 2, done: 0 }, last_seen: null });
    const visit = await walked("2026-03-18");
    await site.room(visit.id, { name: "R0010007", at: [sheet, 0.23, 0.2] });
    const room = await site.room(visit.id, { name: "Roof" });
    await site.room(visit.id, { name: "Broken", state: "failed", at: [sheet, 0.8, 0.8] });
    expect(await read()).toMatchObject({
      today: "2026-03-18",
      counts: { fresh: 2, due: 0, done: 2 },
      last_seen: "2026-03-18",
    });
    expect(await named("Roof")).toMatchObject({
      state: "fresh",
      due: "2026-03-25",
      photo: { id_room: room, visit_code: visit.code },
    });
    await app.database.db.updateTable("visits").set({ deleted_at: now }).where("id", "=", visit.id).execute();
    expect(await read()).toMatchObject({ counts: { due: 2, done: 0 } });
  });

  it("have the states of an earlier day on request, and none of the future", async () => {
    const sheet = await site.sheet(40);
    await add({ positions: [{ name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 }] });
    for (const day of ["2026-03-02", "2026-03-17"])
      await site.room((await walked(day)).id, { at: [sheet, 0.2, 0.2] });
    expect(await read("viewer", { day: "2026-03-16" })).toMatchObject({
      day: "2026-03-16",
      first_photo: "2026-03-02",
      spots: [{ last_seen: "2026-03-02", state: "overdue", due: "2026-03-09" }],
    });
    expect(await read("viewer", { day: "2027-01-01" })).toMatchObject({ day: "2026-03-18" });
    expect(await read("viewer", { summary: 1 })).toMatchObject({ counts: { spots: 1, fresh: 1 }, spots: [] });
  });

  it("follow the day of the project's time zone", async () => {
    await plan({ time_zone: "Asia/Riyadh" });
    now = new Date("2026-03-18T22:00:00Z");
    expect(await read()).toMatchObject({ today: "2026-03-19" });
    await plan({ time_zone: "America/Lima" });
    expect(await read()).toMatchObject({ today: "2026-03-18" });
  });

  it("count a photo on the day at the site, also in a zone that is only an offset", async () => {
    const sheet = await site.sheet(40);
    await add({ positions: [{ name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 }] });
    const visit = await site.visit({ visit_date: new Date("2026-03-10T22:30:00Z") });
    await site.room(visit.id, { at: [sheet, 0.2, 0.2] });
    for (const [time_zone, day] of [
      ["+03:00", "2026-03-11"],
      ["Asia/Riyadh", "2026-03-11"],
      ["America/Lima", "2026-03-10"],
    ] as const) {
      await plan({ time_zone });
      expect(await named("Hall")).toMatchObject({ last_seen: day });
      const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      expect((await read("viewer", { day: before })).spots[0]).toMatchObject({ last_seen: null });
    }
  });

  it("have no state on a day that no calendar has", async () => {
    const reply = await clients.viewer.refused("GET /api/projects/{id}/coverage", {
      params: params(),
      query: { day: "0000-01-01" },
    });
    expect(reply).toMatchObject({ status: 422, errors: { day: ["coverage.day_invalid"] } });
  });

  it("keep their place when their room or its floor plan is deleted", async () => {
    const sheet = await site.sheet(40);
    const visit = await walked("2026-03-10");
    const room = await site.room(visit.id, { name: "Hall", at: [sheet, 0.2, 0.2] });
    await add({ rooms: [room] });
    const { db } = app.database;
    await db.deleteFrom("rooms").where("id", "=", room).execute();
    expect(await named("Hall")).toMatchObject({ id_sheet: sheet, x: 0.2, last_seen: null });
    await db.deleteFrom("sheets").where("id", "=", sheet).execute();
    expect(await named("Hall")).toMatchObject({ id_sheet: null });
  });
});

describe("the photo plan", () => {
  it("has a rhythm for all spots and for each, weekends and pauses", async () => {
    const sheet = await site.sheet();
    await add({
      positions: [
        { name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 },
        { name: "Facade", id_sheet: sheet, x: 0.9, y: 0.9 },
      ],
    });
    const facade = await named("Facade");
    await clients.manager.call("PUT /api/projects/{id}/coverage/spots/{spot}", {
      params: { ...params(), spot: facade.id },
      body: { rhythm: { kind: "days", days: 30 } },
    });
    const pause = { from: "2026-03-17", to: "2026-03-20", reason: "Eid" };
    const rules = { rhythm: { kind: "weekdays", weekdays: [0, 3] }, weekend: [6, 5, 6], pauses: [pause] };
    expect(await plan(rules)).toMatchObject({ weekend: [5, 6], version: 2 });
    const visit = await walked("2026-03-10");
    await site.room(visit.id, { name: "Hall" });
    await site.room(visit.id, { name: "Facade" });
    expect(await read()).toMatchObject({ is_working_day: false, pause, counts: { overdue: 1, due: 0 } });
    // Wednesday 11 was due; the working days since are Thursday, Sunday and Monday.
    expect(await named("Hall")).toMatchObject({ state: "overdue", due: "2026-03-11", overdue_days: 3 });
    // 30 days and the four of the pause.
    expect(await named("Facade")).toMatchObject({ state: "fresh", due: "2026-04-13" });
    await plan({ is_on: false });
    expect(await named("Hall")).toMatchObject({ state: "off" });
  });

  it.each([
    ["a weekend of seven days", { weekend: [0, 1, 2, 3, 4, 5, 6] }, { weekend: ["coverage.weekend_full"] }],
    [
      "weekdays on the weekend only",
      { rhythm: { kind: "weekdays", weekdays: [5] }, weekend: [5, 6] },
      { rhythm: ["coverage.weekdays_free"] },
    ],
    [
      "a pause that ends before it begins",
      { pauses: [{ from: "2026-03-02", to: "2026-03-01", reason: "Eid" }] },
      { "pauses.0.to": ["coverage.pause_order"] },
    ],
    [
      "a pause without a reason",
      { pauses: [{ from: "2026-03-02", to: "2026-03-02", reason: " " }] },
      { "pauses.0.reason": ["coverage.reason_required"] },
    ],
    ["an unknown time zone", { time_zone: "Mars/Olympus" }, { time_zone: ["coverage.time_zone_unknown"] }],
    [
      "more pauses than the limit",
      { pauses: Array.from({ length: 51 }, () => ({ from: "2026-03-02", to: "2026-03-02", reason: "Eid" })) },
      { pauses: ["coverage.pauses_full"] },
    ],
  ])("refuses %s", async (_, body, errors) => {
    expect(await refusedPlan(body)).toMatchObject({ status: 422, errors });
  });

  it("refuses a change that is based on an outdated version", async () => {
    const { version } = await plan({ alert_days: 5 });
    await plan({ alert_days: 6, version });
    expect(await refusedPlan({ alert_days: 7, version })).toMatchObject({ code: "CONFLICT" });
  });
});

describe("a skipped spot", () => {
  it("stays due, keeps reason, name and time, and returns on the next day", async () => {
    const sheet = await site.sheet();
    await add({ positions: [{ name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 }] });
    const { id } = await named("Hall");
    await skip(id, "Scaffold in the way");
    await skip(id, "Another reason");
    const skipped = await named("Hall", "editor");
    expect(skipped).toMatchObject({
      state: "due",
      skip: { day: "2026-03-18", reason: "Scaffold in the way", at: now.toISOString(), is_own: true },
    });
    expect(skipped.skip?.person).toMatchObject({ id_user: ids.editor });
    expect(await read()).toMatchObject({ counts: { skipped: 1, done: 0 } });
    now = new Date("2026-03-19T09:00:00Z");
    expect(await named("Hall")).toMatchObject({ state: "overdue", skip: null });
    expect(await activity()).toEqual(["coverage.added", "coverage.skipped"]);
  });

  it("is due again after undo", async () => {
    const sheet = await site.sheet();
    await add({ positions: [{ name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 }] });
    const { id: spot } = await named("Hall");
    await skip(spot, "Closed");
    const at = { params: { ...params(), spot } };
    await clients.editor.call("DELETE /api/projects/{id}/coverage/spots/{spot}/skip", at);
    await clients.editor.call("DELETE /api/projects/{id}/coverage/spots/{spot}/skip", at);
    expect(await named("Hall")).toMatchObject({ skip: null });
    expect(await activity()).toEqual(["coverage.added", "coverage.skipped", "coverage.unskipped"]);
  });
});

describe("coverage outside the screen", () => {
  it("is a PDF in both languages, recorded as a download", async () => {
    const sheet = await site.sheet();
    await add({ positions: [{ name: "Hall", id_sheet: sheet, x: 0.2, y: 0.2 }] });
    for (const lang of ["en", "ar"]) {
      const { url } = clients.viewer.address("GET /api/projects/{id}/coverage/pdf", {
        params: params(),
        query: { lang },
      });
      const reply = await fetch(url, { headers: { cookie: clients.viewer.cookie() } });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    }
    expect(await activity()).toContain("coverage.exported");
  });
});
