import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let id_project: number;
let id_visit: number;
let id_room: number;
let plan: Buffer;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  const looker = await app.user();
  viewer = await app.as(looker);
  stranger = await app.as(await app.user({ role: "administrator" }));
  ({ id: id_project } = await owner.call("POST /api/projects", { body: { name: "Harbour wall" } }));
  await app.join(id_project, looker, "viewer");
  ({ id_visit, id_room } = await walk(owner, id_project, "2026-03-01T08:00:00Z"));
  plan = await readFile(join(import.meta.dirname, "../../../../../demo/plans/ground-floor.png"));
});
afterAll(() => app.close());

/** A visit with one room, "Hall". */
async function walk(client: TestClient, project: number, visit_date: string) {
  const visit = await client.call("POST /api/visits", {
    body: { id_project: project, name: `Walk ${visit_date}`, visit_date },
  });
  const reply = await client.upload(
    "POST /api/rooms",
    { id_visit: String(visit.id), name: "Hall" },
    { file: { name: "hall.jpg", bytes: await panorama() } },
  );
  return { id_visit: visit.id, id_room: (reply.body as { data: { id: number } }).data.id };
}

interface Place {
  id_room: number;
  x: number | null;
  y: number | null;
  heading?: number;
}

const add = (body: Record<string, unknown> = {}, client = owner) =>
  client.call("POST /api/maps", { body: { id_project, name: "Ground floor", ...body } });
const list = (client = owner) => client.call("GET /api/maps", { query: { id_project } });
const put = (id: number, rooms: Place[], client = owner) =>
  client.call("PUT /api/maps/{id}/room-positions", { params: { id }, body: { rooms } });

describe("a sheet", () => {
  it("is created without a file as JSON, and gets its floor plan later by a form", async () => {
    const made = await add({ floor: "0", north: 12, width_metres: 18.5 });
    expect(made).toMatchObject({
      id_sheet: made.id,
      image: null,
      north: 12,
      width_metres: 18.5,
      room_count: 0,
    });
    const params = { id: made.id };
    const reply = await owner.upload(
      "PUT /api/maps/{id}",
      { floor: "Ground" },
      { file: { name: "plan.png", bytes: plan } },
      { params },
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const sheet = await owner.call("GET /api/maps/{id}", { params });
    expect(sheet).toMatchObject({ name: "Ground floor", floor: "Ground", width_metres: 18.5 });
    const picture = await fetch(new URL(sheet.image ?? "", app.origin));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  it("is created with its floor plan at once, after the others of its project", async () => {
    const reply = await owner.upload(
      "POST /api/maps",
      { id_project: String(id_project), name: "Roof", width_metres: "" },
      { file: { name: "plan.png", bytes: plan } },
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    const sheets = await list();
    expect(sheets.at(-1)).toMatchObject({ name: "Roof", image: expect.any(String) });
    const places = sheets.map(({ order }) => order);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each([
    ["has a name", { name: " " }, "name", "sheets.name_required"],
    ["has a north of at most half a turn", { north: 181 }, "north", undefined],
    ["is wider than nothing", { width_metres: 0 }, "width_metres", undefined],
  ])("%s", async (_, change, field, key) => {
    const refusal = await owner.refused("POST /api/maps", {
      body: { id_project, name: "Attic", ...change },
    });
    expect(refusal).toMatchObject({ status: 422, code: "VALIDATION" });
    expect(Object.keys(refusal.errors ?? {})).toEqual([field]);
    if (key !== undefined) expect(refusal.errors?.[field]).toEqual([key]);
  });

  it("rejects a file that is no floor plan, and stays unchanged", async () => {
    const { id } = await add({ name: "Basement" });
    const file = { name: "plan.pdf", bytes: Buffer.from("PK, an archive by another name") };
    const reply = await owner.upload("PUT /api/maps/{id}", { name: "Lost" }, { file }, { params: { id } });
    expect(reply.body).toMatchObject({ code: "PLAN_TYPE" });
    expect(await owner.call("GET /api/maps/{id}", { params: { id } })).toMatchObject({ name: "Basement" });
  });

  it("is visible to members, editable by editors, and hidden from strangers", async () => {
    const { id } = await add();
    const params = { id };
    expect(await viewer.call("GET /api/maps/{id}", { params })).toMatchObject({
      can: { view: true, edit: false },
    });
    expect(await viewer.refused("PUT /api/maps/{id}", { params, body: { name: "Mine" } })).toMatchObject({
      code: "SHEET_EDIT_DENIED",
    });
    expect(await stranger.refused("GET /api/maps/{id}", { params })).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await stranger.refused("GET /api/maps", { query: { id_project } })).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is deleted with others or not at all", async () => {
    const [one, two] = [await add(), await add()];
    const { id: elsewhere } = await stranger.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const theirs = await stranger.call("POST /api/maps", { body: { id_project: elsewhere, name: "Theirs" } });
    expect(await owner.refused("DELETE /api/maps", { body: { ids: [one.id, theirs.id] } })).toMatchObject({
      status: 404,
    });
    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
    await owner.call("DELETE /api/maps", { body: { ids: [one.id, two.id] } });
    const left = (await list()).map(({ id }) => id);
    expect(left).not.toContain(one.id);
    expect(left).not.toContain(two.id);
  });

  it("is limited in number", async () => {
    const { id } = await owner.call("POST /api/projects", { body: { name: "City of plans" } });
    const rows = Array.from({ length: limits.sheet.perProject }, (_, at) => ({
      id_project: id,
      name: `Floor ${at}`,
      width_metres: null,
      image: null,
    }));
    await app.database.db.insertInto("sheets").values(rows).execute();
    expect(
      await owner.refused("POST /api/maps", { body: { id_project: id, name: "One more" } }),
    ).toMatchObject({
      code: "SHEETS_FULL",
    });
  });
});

describe("a deleted room", () => {
  it("is on no sheet any longer", async () => {
    const { id } = await add({ name: "Mezzanine" });
    const gone = await walk(owner, id_project, "2026-04-20T08:00:00Z");
    await put(id, [{ id_room: gone.id_room, x: 0.5, y: 0.5 }]);
    await owner.call("DELETE /api/rooms/{id}", { params: { id: gone.id_room } });
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id } })).toEqual([]);
    expect(await owner.call("GET /api/maps/{id}", { params: { id } })).toMatchObject({ room_count: 0 });
  });
});

describe("rooms on a sheet", () => {
  it("are positioned, moved and removed", async () => {
    const { id } = await add({ name: "For rooms" });
    const [placed] = await put(id, [{ id_room, x: 0.25, y: 0.75, heading: -90 }]);
    expect(placed).toMatchObject({ id_room, id_visit, name: "Hall", x: 0.25, y: 0.75, heading: -90 });
    expect(await put(id, [{ id_room, x: 0.5, y: 0.75 }])).toMatchObject([{ x: 0.5, heading: null }]);
    expect((await owner.call("GET /api/maps/{id}", { params: { id } })).room_count).toBe(1);
    expect(await put(id, [{ id_room, x: null, y: null }])).toEqual([]);
  });

  it("are on one sheet: the newer position counts", async () => {
    const [one, two] = [await add({ name: "One" }), await add({ name: "Two" })];
    await put(one.id, [{ id_room, x: 0.1, y: 0.1 }]);
    await put(two.id, [{ id_room, x: 0.2, y: 0.2 }]);
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id: one.id } })).toEqual([]);
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id: two.id } })).toHaveLength(1);
  });

  it("are proposed at the previous position of the room of that name", async () => {
    const { id } = await add({ name: "Proposals" });
    await put(id, [{ id_room, x: 0.3, y: 0.4 }]);
    const next = await walk(owner, id_project, "2026-04-01T08:00:00Z");
    const rooms = await owner.call("GET /api/maps/{id}/rooms", {
      params: { id },
      query: { id_visit: next.id_visit },
    });
    expect(rooms).toMatchObject([{ id_room: next.id_room, x: null, suggestion: { x: 0.3, y: 0.4 } }]);
  });

  it("are of the sheet's own project, and a call positions all or none", async () => {
    const { id } = await add({ name: "Strict" });
    const { id: elsewhere } = await stranger.call("POST /api/projects", { body: { name: "Another place" } });
    const theirs = await walk(stranger, elsewhere, "2026-03-02T08:00:00Z");
    const rooms = [
      { id_room, x: 0.5, y: 0.5 },
      { id_room: theirs.id_room, x: 0.5, y: 0.5 },
    ];
    const refusal = await owner.refused("PUT /api/maps/{id}/room-positions", {
      params: { id },
      body: { rooms },
    });
    expect(refusal.errors).toEqual({ rooms: ["sheets.room_elsewhere"] });
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id } })).toEqual([]);
    const query = { id_visit: theirs.id_visit };
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id }, query })).toEqual([]);
  });

  it.each([[1.01], [-0.01]])("cannot be outside the floor plan (x = %f)", async (x) => {
    const { id } = await add();
    const body = { rooms: [{ id_room, x, y: 0.5 }] };
    expect(await owner.refused("PUT /api/maps/{id}/room-positions", { params: { id }, body })).toMatchObject({
      code: "VALIDATION",
    });
  });

  it("are removed from it with their visit", async () => {
    const { id } = await add({ name: "Short-lived" });
    const gone = await walk(owner, id_project, "2026-02-01T08:00:00Z");
    await put(id, [{ id_room: gone.id_room, x: 0.5, y: 0.5 }]);
    await owner.call("DELETE /api/visits/{id}", { params: { id: gone.id_visit } });
    expect(await owner.call("GET /api/maps/{id}/rooms", { params: { id } })).toEqual([]);
    expect((await owner.call("GET /api/maps/{id}", { params: { id } })).room_count).toBe(0);
  });
});
