import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { spotCodeLimits } from "#contract/spot-codes.labels.ts";
import type { Spot } from "#contract/spot-codes.ts";
import { newCode } from "#server/platform/code.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { pruneScans } from "./spot-codes.repository.ts";

let app: TestApp;
let time = Date.parse("2026-06-01T08:00:00Z");
let owner: TestClient;
let editor: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let people: {
  owner: { id: number };
  editor: { id: number };
  viewer: { id: number };
  stranger: { id: number };
};
let project: { id: number };
let site: ReturnType<typeof siteDates>;

beforeAll(async () => {
  app = await testApp({
    clock: { now: () => new Date(time) },
    environment: { ROLE: "web", PUBLIC_URL: "https://site.example.com/" },
  });
  people = {
    owner: await app.user({ role: "administrator", name: "code-owner" }),
    editor: await app.user({ name: "code-editor" }),
    viewer: await app.user({ name: "code-viewer" }),
    stranger: await app.user({ role: "administrator", name: "code-stranger" }),
  };
  owner = await app.as({ name: "code-owner" });
  editor = await app.as({ name: "code-editor" });
  viewer = await app.as({ name: "code-viewer" });
  stranger = await app.as({ name: "code-stranger" });
});
afterAll(() => app.close());

beforeEach(async () => {
  time += 3_600_000;
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, people.editor, "editor");
  await app.join(project.id, people.viewer, "viewer");
  site = siteDates(app.database.db, project.id);
});

const params = () => ({ id: project.id });
const list = (client = owner, query: object = {}) =>
  client.call("GET /api/projects/{id}/spot-codes", { params: params(), query: { per_page: 100, ...query } });
const create = (body: object = {}, client = editor) =>
  client.call("POST /api/projects/{id}/spot-codes", { params: params(), body });
const revoke = (codes: number[], client = editor) =>
  client.call("POST /api/projects/{id}/spot-codes/revoke", { params: params(), body: { codes } });
const scan = (code: string, client: TestClient = viewer) =>
  client.call("GET /api/spot-codes/{code}", { params: { code } });
const missing = (code: string, client: TestClient) =>
  client.refused("GET /api/spot-codes/{code}", { params: { code } });
const record = (code: string, client = viewer) =>
  client.call("POST /api/spot-codes/{code}/scans", { params: { code } });
const notFound = { status: 404, code: "NOT_FOUND" };

/** The label of the named room; it must have one. */
const labelOf = async (name: string, client = owner): Promise<NonNullable<Spot["label"]>> => {
  const { items } = await list(client);
  const label = items.find((spot) => spot.name === name && spot.label !== null)?.label;
  if (label == null) throw new Error(`${name} has no code.`);
  return label;
};

/** A hall in two visits, bound by its name. */
async function twoDates() {
  const [first, second] = [await site.visit({ name: "March" }), await site.visit({ name: "April" })];
  const before = await site.room(first.id, { name: "Hall" });
  const now = await site.room(second.id, { name: "Hall" });
  await create();
  return { first, second, before, now, label: await labelOf("Hall") };
}

describe("the codes of a project", () => {
  it("are listed with the rooms of all visits, each spot once, by floor plan, found by name and number", async () => {
    const sheet = await site.sheet(40);
    const [first, second] = [await site.visit(), await site.visit()];
    await site.room(first.id, { name: "Hall", at: [sheet, 0.2, 0.2] });
    await site.room(second.id, { name: "Entrance", at: [sheet, 0.21, 0.2] });
    await site.room(second.id, { name: "Roof" });
    await site.room(second.id, { name: "Broken", state: "failed" });
    expect(await list()).toMatchObject({
      total: 2,
      items: [
        { name: "Entrance", sheet: { id: sheet }, visit: { code: second.code }, label: null },
        { name: "Roof", sheet: null, label: null },
      ],
      sheets: [
        { id: sheet, spots: 1 },
        { id: 0, spots: 1 },
      ],
      counts: { spots: 2, codes: 0 },
    });
    expect(await create({ sheet })).toMatchObject({ created: 1 });
    expect(await list(owner, { search: "#1" })).toMatchObject({ total: 1, items: [{ name: "Entrance" }] });
    expect(await list(owner, { search: "roo" })).toMatchObject({ total: 1, items: [{ name: "Roof" }] });
    expect(await list(owner, { has_code: 0 })).toMatchObject({ total: 1, items: [{ name: "Roof" }] });
  });

  it("are one for each spot, however often and from however many devices they are created", async () => {
    const { before, now, label } = await twoDates();
    await Promise.all([create(), create({ rooms: [before] }), create({ rooms: [now] })]);
    expect(await create({ rooms: [before, now] })).toEqual({ created: 0, codes: [] });
    const rows = await app.database.db.selectFrom("spot_codes").select(["code", "number"]).execute();
    expect(rows).toEqual([{ code: label.code, number: 1 }]);
    expect(label.code).toMatch(/^[A-Za-z0-9]{18}$/);
  });

  it("are created and revoked by editors, listed by viewers, and unknown to others", async () => {
    const { label } = await twoDates();
    const body = { codes: [label.id] };
    expect(
      await viewer.refused("POST /api/projects/{id}/spot-codes/revoke", { params: params(), body }),
    ).toMatchObject({ status: 403 });
    expect(await stranger.refused("GET /api/projects/{id}/spot-codes", { params: params() })).toMatchObject(
      notFound,
    );
    expect((await list(viewer)).can).toEqual({ create: false, view_scans: false, timelapse: false });
    expect((await list(editor)).can).toEqual({ create: true, view_scans: false, timelapse: true });
    expect((await list(owner)).can).toEqual({ create: true, view_scans: true, timelapse: true });
  });

  it("cannot be revoked, printed or read through another project", async () => {
    const { label, now } = await twoDates();
    const other = await stranger.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const there = { params: { id: other.id } };
    const codes = [label.id];
    for (const refusal of [
      await stranger.refused("POST /api/projects/{id}/spot-codes/revoke", { ...there, body: { codes } }),
      await stranger.refused("POST /api/projects/{id}/spot-codes", { ...there, body: { rooms: [now] } }),
      await stranger.refused("GET /api/projects/{id}/spot-codes/{spot_code}/scans", {
        params: { id: other.id, spot_code: label.id },
      }),
    ])
      expect(refusal).toMatchObject(notFound);
    const { status } = await stranger.raw("GET /api/projects/{id}/spot-codes/labels", {
      ...there,
      query: { codes: String(label.id) },
    });
    expect(status).toBe(422);
    expect(await scan(label.code)).toMatchObject({ state: "open" });
  });

  it("are recorded in the project's log when they are created, revoked and printed", async () => {
    const { label } = await twoDates();
    const { url } = viewer.address("GET /api/projects/{id}/spot-codes/labels", {
      params: params(),
      query: {},
    });
    const reply = await fetch(url, { headers: { cookie: viewer.cookie() } });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    await revoke([label.id]);
    const log = await app.database.db
      .selectFrom("activity")
      .select(["action", "details"])
      .where("id_project", "=", project.id)
      .where("action", "like", "spot_code.%")
      .orderBy("id")
      .execute();
    expect(log).toEqual(
      ["created", "exported", "revoked"].map((did) => ({ action: `spot_code.${did}`, details: { n: "1" } })),
    );
  });
});

describe("a scanned code", () => {
  it("opens the spot on its newest date, with the actions that the caller may take", async () => {
    const { second, now, label } = await twoDates();
    expect(await scan(label.code)).toMatchObject({
      state: "open",
      name: "Hall",
      number: 1,
      project: "Palm Court",
      visit: { code: second.code, name: "April" },
      id_room: now,
      can: { add_snag: false, add_photo: false, add_room: false },
    });
    expect((await scan(label.code, editor)).can).toEqual({ add_snag: true, add_photo: true, add_room: true });
    const third = await site.visit({ name: "May" });
    const newer = await site.room(third.id, { name: "Hall" });
    expect(await scan(label.code)).toMatchObject({ visit: { code: third.code }, id_room: newer });
  });

  it("gives no right: to others it is the same 404 as a code that does not exist", async () => {
    const { label } = await twoDates();
    const unknown = await missing(newCode(18), stranger);
    expect(await missing(label.code, stranger)).toEqual(unknown);
    expect(await missing(label.code, app.guest())).toMatchObject(notFound);
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", people.viewer.id)
      .execute();
    expect(await missing(label.code, viewer)).toEqual(unknown);
  });

  it("of a public project leads guests to the newest date that is public, and to nothing else", async () => {
    const { first, second, before, label } = await twoDates();
    const { db } = app.database;
    await db.updateTable("projects").set({ is_public: true }).execute();
    await db.updateTable("visits").set({ access: "members" }).where("id", "=", second.id).execute();
    for (const client of [app.guest(), stranger])
      expect(await scan(label.code, client)).toMatchObject({
        visit: { code: first.code },
        id_room: before,
        id_project: null,
        can: { add_snag: false, add_photo: false, add_room: false },
      });
    expect(await scan(label.code)).toMatchObject({ visit: { code: second.code } });
    await db
      .updateTable("visits")
      .set({ share_password_hash: "scrypt$x" })
      .where("id", "=", first.id)
      .execute();
    expect(await missing(label.code, app.guest())).toMatchObject(notFound);
  });

  it("that was revoked is named as such to members only, and its spot can get a new one", async () => {
    const { now, label } = await twoDates();
    await app.database.db.updateTable("projects").set({ is_public: true }).execute();
    expect(await revoke([label.id])).toEqual({ revoked: 1 });
    expect(await revoke([label.id])).toEqual({ revoked: 0 });
    expect(await scan(label.code)).toMatchObject({
      state: "revoked",
      name: "Hall",
      visit: null,
      id_room: null,
    });
    const unknown = await missing(newCode(18), stranger);
    expect(await missing(label.code, stranger)).toEqual(unknown);
    expect(await missing(label.code, app.guest())).toMatchObject(notFound);
    expect(await record(label.code)).toEqual({ recorded: false });
    expect(await create({ rooms: [now] })).toMatchObject({ created: 1 });
    const next = await labelOf("Hall");
    expect(next).toMatchObject({ number: 2 });
    expect(await scan(next.code)).toMatchObject({ state: "open" });
    expect(await scan(label.code)).toMatchObject({ state: "revoked" });
  });

  it("continues at another date when its room or visit is deleted, and says so when none is left", async () => {
    const { first, second, now, before, label } = await twoDates();
    await editor.call("POST /api/visits/{id}/bind", { params: { id: second.id } });
    await editor.call("DELETE /api/rooms/{id}", { params: { id: now } });
    expect(await scan(label.code)).toMatchObject({ visit: { code: first.code }, id_room: before });
    await app.database.db
      .updateTable("visits")
      .set({ deleted_at: new Date() })
      .where("id", "=", first.id)
      .execute();
    expect(await scan(label.code, editor)).toMatchObject({
      state: "empty",
      name: "Hall",
      can: { add_snag: false, add_room: true },
    });
    expect((await list()).items).toMatchObject([{ name: "Hall", visit: null, label: { id: label.id } }]);
  });

  it("finds a spot again by its last position, after all its rooms are gone", async () => {
    const sheet = await site.sheet(40);
    const first = await site.visit();
    const room = await site.room(first.id, { name: "Hall", at: [sheet, 0.2, 0.2] });
    await create();
    const { code } = await labelOf("Hall");
    await editor.call("DELETE /api/rooms/{id}", { params: { id: room } });
    expect(await scan(code)).toMatchObject({ state: "empty", name: "Hall" });
    const later = await site.visit();
    await site.room(later.id, { name: "Far", at: [sheet, 0.8, 0.8] });
    expect(await scan(code)).toMatchObject({ state: "empty" });
    const near = await site.room(later.id, { name: "Lobby", at: [sheet, 0.22, 0.2] });
    expect(await scan(code)).toMatchObject({ state: "open", id_room: near, name: "Lobby" });
  });

  it("of a project in the bin does not exist, for its owner either", async () => {
    const { label } = await twoDates();
    await owner.call("DELETE /api/projects/{id}", { params: { id: project.id } });
    for (const client of [owner, viewer, app.guest()])
      expect(await missing(label.code, client)).toMatchObject(notFound);
  });
});

describe("a scan", () => {
  const scans = (spot_code: number, client = owner) =>
    client.call("GET /api/projects/{id}/spot-codes/{spot_code}/scans", {
      params: { id: project.id, spot_code },
    });

  it("is recorded by its own call, once a minute and user, and shown to those who manage the project", async () => {
    const { label } = await twoDates();
    await scan(label.code);
    await Promise.all([record(label.code), record(label.code), record(label.code)]);
    await record(label.code, editor);
    time += 61_000;
    await record(label.code);
    expect(await scans(label.id)).toMatchObject({
      total: 3,
      items: [
        { at: new Date(time).toISOString(), person: { id_user: people.viewer.id } },
        { person: { id_user: people.editor.id } },
        { person: { id_user: people.viewer.id } },
      ],
    });
    expect(await labelOf("Hall")).toMatchObject({
      scans: 3,
      last_scan: { person: { id_user: people.viewer.id } },
    });
    expect(await labelOf("Hall", editor)).toMatchObject({ scans: null, last_scan: null });
    expect(
      await editor.refused("GET /api/projects/{id}/spot-codes/{spot_code}/scans", {
        params: { id: project.id, spot_code: label.id },
      }),
    ).toMatchObject({ status: 403 });
  });

  it("is not recorded for a page that is only requested, as by a link preview", async () => {
    const { label } = await twoDates();
    for (const method of ["HEAD", "GET"])
      await fetch(`${app.origin}/q/${label.code}`, { method, headers: { cookie: viewer.cookie() } });
    await scan(label.code);
    expect(await scans(label.id)).toMatchObject({ total: 0 });
    expect(
      await stranger.refused("POST /api/spot-codes/{code}/scans", { params: { code: label.code } }),
    ).toMatchObject(notFound);
  });

  it("is deleted after a year, and beyond the newest thousand of a code", async () => {
    const { label } = await twoDates();
    const { db } = app.database;
    const { perCode, keptDays } = spotCodeLimits.scan;
    const row = (at: number) => ({ id_code: label.id, id_user: people.viewer.id, created_at: new Date(at) });
    await db
      .insertInto("spot_scans")
      .values(row(time - (keptDays + 1) * 86_400_000))
      .execute();
    await db
      .insertInto("spot_scans")
      .values(Array.from({ length: perCode + 5 }, (_, at) => row(time - 1_000_000 + at)))
      .execute();
    await pruneScans(db, new Date(time));
    expect((await scans(label.id)).total).toBe(perCode);
    const [oldest] = await db.selectFrom("spot_scans").select("created_at").orderBy("id").limit(1).execute();
    expect(oldest?.created_at.getTime()).toBe(time - 1_000_000 + 5);
  });
});

describe("ten thousand spots", () => {
  it("are listed, get codes in one call, and open one by one", async () => {
    const visit = await site.visit();
    const hall = await site.room(visit.id, { name: "Hall" });
    const { db } = app.database;
    const { picture_sha256 } = await db
      .selectFrom("rooms")
      .select("picture_sha256")
      .where("id", "=", hall)
      .executeTakeFirstOrThrow();
    const rooms = Array.from({ length: 9999 }, (_, at) => ({
      id_visit: visit.id,
      name: `Unit ${at}`,
      position: at + 1,
      file_name: "",
      picture_sha256,
    }));
    for (let at = 0; at < rooms.length; at += 2500)
      await db
        .insertInto("rooms")
        .values(rooms.slice(at, at + 2500))
        .execute();
    expect(await create()).toMatchObject({ created: 10_000 });
    expect(await list(viewer, { page: 100 })).toMatchObject({ total: 10_000, counts: { codes: 10_000 } });
    const { items } = await list(viewer, { search: "#7500" });
    expect(await scan(items[0]?.label?.code ?? "")).toMatchObject({ state: "open", name: items[0]?.name });
    // More labels than one PDF may have.
    const { status, body } = await viewer.raw("GET /api/projects/{id}/spot-codes/labels", {
      params: params(),
    });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("too_many_labels")]);
  });
});

describe("guessing", () => {
  it("is stopped after twenty unknown codes a minute, over calls and pages together", async () => {
    const { label } = await twoDates();
    // A clock within the same minute.
    const clock = { now: () => new Date(time) };
    const strict = await testApp({ beside: app, rateFactor: 1, clock, environment: { ROLE: "web" } });
    const guest = strict.guest();
    const page = (code: string) => fetch(`${strict.origin}/q/${code}`, { redirect: "manual" });
    for (let n = 0; n < 10; n += 1) {
      expect(await missing(newCode(18), guest)).toMatchObject(notFound);
      // A private spot counts like an unknown code.
      await page(n === 0 ? label.code : newCode(18));
    }
    expect(await missing(newCode(18), guest)).toMatchObject({ code: "RATE_LIMITED" });
    expect((await page(label.code)).status).toBe(429);
    await strict.close();
  });
});
