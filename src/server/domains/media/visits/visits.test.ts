import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

const now = new Date("2026-11-20T12:00:00Z");
const whole = { name: "Week 12", description: "After the pour", visit_date: "2026-11-19T08:30:00Z" };
let app: TestApp;
let owner: TestClient;
let owns: { id: number; name: string };
let editor: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let id_project: number;

beforeAll(async () => {
  app = await testApp({ clock: { now: () => now }, environment: { ROLE: "web" } });
  owns = await app.user({ role: "administrator" });
  owner = await app.as(owns);
  const project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  id_project = project.id;
  const [edits, views] = [await app.user(), await app.user()];
  await app.join(id_project, edits, "editor");
  await app.join(id_project, views, "viewer");
  editor = await app.as(edits);
  viewer = await app.as(views);
  stranger = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const add = (body: Record<string, unknown> = {}, client = owner) =>
  client.call("POST /api/visits", { body: { id_project, ...whole, ...body } });
const get = (id: number | string, client = owner) => client.call("GET /api/visits/{id}", { params: { id } });
const put = (id: number, body: Record<string, unknown>, client = owner) =>
  client.raw("PUT /api/visits/{id}", { params: { id }, body });
const fieldsOf = async (body: Record<string, unknown>) =>
  (await owner.refused("POST /api/visits", { body })).errors;

describe("a new visit", () => {
  it("is returned completely, with the id for uploading its rooms, its author and its project", async () => {
    const reply = await owner.raw("POST /api/visits", { body: { id_project, ...whole } });
    expect(reply.status).toBe(201);
    const { data, message } = reply.body as { data: { id: number; code: string }; message: string };
    expect(message).toBe("Visit added successfully");
    expect(data).toMatchObject({
      id_visit: data.id,
      id_project,
      project: "Palm Court",
      id_user: owns.id,
      author: "Test Person",
      name: "Week 12",
      description: "After the pour",
      visit_date: "2026-11-19T08:30:00.000Z",
      starred: false,
      room_count: 0,
      processing_count: 0,
      thumbnail: null,
      rooms: [],
      can: { view: true, edit: true, delete: true, add_room: true },
    });
    expect(data.code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(await get(data.id)).toEqual(await get(data.code));
    expect((await add()).code).not.toBe(data.code);
  });

  it("keeps the date of the visit apart from its creation time", async () => {
    const { visit_date, created_at } = await add({ visit_date: "2019-05-01T06:00:00+03:00" });
    expect(visit_date).toBe("2019-05-01T03:00:00.000Z");
    expect(Math.abs(Date.now() - Date.parse(created_at))).toBeLessThan(60_000);
  });

  it("is refused with a text for every missing field, at its field", async () => {
    expect(await fieldsOf({})).toEqual({
      id_project: ["visits.project_required"],
      name: ["visits.name_required"],
      visit_date: ["visits.date_required"],
    });
    expect(await fieldsOf({ id_project, name: "  ", visit_date: "" })).toMatchObject({
      name: ["visits.name_required"],
      visit_date: expect.arrayContaining(["visits.date_required"]) as string[],
    });
  });

  it.each(["soon", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-19", "19/11/2026 08:30"])(
    "is refused with the invalid date %s",
    async (visit_date) => {
      expect(await fieldsOf({ id_project, ...whole, visit_date })).toEqual({
        visit_date: ["visits.date_invalid"],
      });
    },
  );

  it("may be dated up to two minutes ahead, since clocks differ, and not a second more", async () => {
    expect((await add({ visit_date: "2026-11-20T12:02:00Z" })).visit_date).toBe("2026-11-20T12:02:00.000Z");
    // The same instant further east.
    expect((await add({ visit_date: "2026-11-20T15:02:00+03:00" })).visit_date).toBe(
      "2026-11-20T12:02:00.000Z",
    );
    expect(await fieldsOf({ id_project, ...whole, visit_date: "2026-11-20T12:02:01Z" })).toEqual({
      visit_date: ["visits.date_future"],
    });
  });

  it("is created by owners and editors, not by viewers, strangers or for a missing project", async () => {
    expect((await add({}, editor)).can["edit"]).toBe(true);
    const body = { id_project, ...whole };
    expect(await viewer.refused("POST /api/visits", { body })).toMatchObject({
      status: 403,
      code: "VISIT_EDIT_DENIED",
    });
    expect(await stranger.refused("POST /api/visits", { body })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    expect(
      await owner.refused("POST /api/visits", { body: { ...body, id_project: 99_999_999 } }),
    ).toMatchObject({ status: 404 });
  });
});

describe("changing a visit", () => {
  it("changes only the fields that were sent", async () => {
    const { id } = await add();
    expect((await put(id, { name: "الأسبوع ١٢ — 'stairs' & <roof>" })).status).toBe(200);
    expect(await get(id)).toMatchObject({
      ...whole,
      name: "الأسبوع ١٢ — 'stairs' & <roof>",
      visit_date: "2026-11-19T08:30:00.000Z",
    });
    await put(id, { description: "" });
    await put(id, { visit_date: "2026-11-18T08:30:00Z" });
    expect(await get(id)).toMatchObject({ description: "", visit_date: "2026-11-18T08:30:00.000Z" });
  });

  it("keeps its project and its author whatever is sent", async () => {
    const before = await add();
    const other = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    expect(
      (await put(before.id, { id_project: other.id, id_user: 1, code: "mine", starred: 1 })).status,
    ).toBe(200);
    expect(await get(before.id)).toEqual(before);
  });

  it.each([
    [{ name: "   " }, { name: ["visits.name_required"] }],
    [{ visit_date: "" }, { visit_date: expect.arrayContaining(["visits.date_required"]) as string[] }],
    [{ visit_date: "yesterday" }, { visit_date: ["visits.date_invalid"] }],
    [{ visit_date: "2026-11-20T12:03:00Z" }, { visit_date: ["visits.date_future"] }],
  ])("is refused with %j and leaves the visit unchanged", async (body, errors) => {
    const before = await add();
    expect(await put(before.id, body)).toMatchObject({ status: 422, body: { code: "VALIDATION", errors } });
    expect(await get(before.id)).toEqual(before);
  });

  it("is not for viewers or strangers", async () => {
    const { id } = await add();
    expect(await put(id, { name: "Taken" }, viewer)).toMatchObject({ status: 403 });
    expect(await put(id, { name: "Taken" }, stranger)).toMatchObject({ status: 404 });
    expect(await get(id, viewer)).toMatchObject({ name: "Week 12", can: { view: true, edit: false } });
    expect(await stranger.refused("GET /api/visits/{id}", { params: { id } })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
  });
});

describe("the list of visits", () => {
  it("contains those of own and joined projects, newest capture first, with search, filters and pages", async () => {
    const person = await app.user({ role: "administrator" });
    const client = await app.as(person);
    const mine = await client.call("POST /api/projects", { body: { name: "Mine" } });
    const theirs = await owner.call("POST /api/projects", { body: { name: "Theirs" } });
    await app.join(theirs.id, person, "viewer");
    const make = (id: number, name: string, day: string, by: TestClient) =>
      by.call("POST /api/visits", { body: { id_project: id, name, visit_date: `2026-10-${day}T08:00:00Z` } });
    await make(mine.id, "Slab", "03", client);
    const roof = await make(theirs.id, "Roof 100%", "09", owner);
    await make(mine.id, "Façade", "01", client);
    const list = async (query: Record<string, unknown> = {}) => {
      const { items, total } = await client.call("GET /api/visits", { query });
      return { names: items.map(({ name }) => name), total };
    };
    expect(await list()).toEqual({ names: ["Roof 100%", "Slab", "Façade"], total: 3 });
    expect(await list({ sort: "name" })).toMatchObject({ names: ["Façade", "Roof 100%", "Slab"] });
    expect(await list({ sort: "created" })).toMatchObject({ names: ["Façade", "Roof 100%", "Slab"] });
    expect(await list({ id_project: mine.id })).toEqual({ names: ["Slab", "Façade"], total: 2 });
    expect(await list({ id_project })).toEqual({ names: [], total: 0 });
    expect(await list({ search: "0%" })).toMatchObject({ names: ["Roof 100%"] });
    expect(await list({ search: roof.code })).toMatchObject({ names: ["Roof 100%"] });
    expect(await list({ per_page: 2, page: 2 })).toEqual({ names: ["Façade"], total: 3 });
    await client.call("PUT /api/visits/star", { body: { id: roof.id } });
    expect(await list({ starred: 1 })).toEqual({ names: ["Roof 100%"], total: 1 });
  });

  it("of a super admin counts all visits, none in the bin and none of deleted projects", async () => {
    const client = await app.as(await app.user({ role: "super_admin" }));
    const own = await client.call("POST /api/projects", { body: { name: "Of the head office" } });
    await add({ id_project: own.id }, client);
    const { id } = await add();
    const total = async (query: Record<string, unknown> = {}) => {
      const page = await client.call("GET /api/visits", { query: { per_page: 100, ...query } });
      expect(page.total).toBe(page.items.length);
      return page.total;
    };
    const all = await total();
    await owner.call("DELETE /api/visits/{id}", { params: { id } });
    expect(await total()).toBe(all - 1);
    await client.call("DELETE /api/projects/{id}", { params: { id: own.id } });
    expect(await total()).toBe(all - 2);
    expect(await total({ search: "Week 12" })).toBeLessThan(all);
  });
});

describe("a visit's star", () => {
  it("is per user: it toggles, and is set to a given value", async () => {
    const { id } = await add();
    const star = (client: TestClient, body: Record<string, unknown>) =>
      client.call("PUT /api/visits/star", { body });
    expect(await star(owner, { id_visit: id })).toEqual({ id_visit: id, starred: true });
    expect(await get(id)).toMatchObject({ starred: true });
    expect(await get(id, viewer)).toMatchObject({ starred: false });
    expect(await star(viewer, { id, starred: false })).toEqual({ id_visit: id, starred: false });
    expect(await star(owner, { visit_id: id, starred: 1 })).toEqual({ id_visit: id, starred: true });
    expect(await star(owner, { id })).toEqual({ id_visit: id, starred: false });
  });

  it("is set on several at once, and removed from them, except on invisible ones", async () => {
    const [one, two] = [await add(), await add()];
    const visit_ids = [one.id, two.id, one.id, 99_999_999];
    const all = (client: TestClient, body: Record<string, unknown>) =>
      client.call("PUT /api/visits/bulk-star", { body });
    const { visit_ids: starred } = await all(owner, { visit_ids });
    expect(new Set(starred)).toEqual(new Set([one.id, two.id]));
    expect(await get(two.id)).toMatchObject({ starred: true });
    expect(await get(two.id, viewer)).toMatchObject({ starred: false });
    expect(await all(stranger, { visit_ids })).toEqual({ visit_ids: [], starred: true });
    await all(owner, { ids: [one.id, two.id], starred: 0 });
    expect(await get(one.id)).toMatchObject({ starred: false });
    expect((await owner.refused("PUT /api/visits/bulk-star", { body: {} })).errors).toEqual({
      visit_ids: ["visits.id_required"],
    });
  });

  it("is refused on an invisible visit, and without one", async () => {
    const { id } = await add();
    expect(await stranger.refused("PUT /api/visits/star", { body: { id } })).toMatchObject({ status: 404 });
    expect(await owner.refused("PUT /api/visits/star", { body: { starred: 1 } })).toMatchObject({
      status: 422,
      errors: { id_visit: ["visits.id_required"] },
    });
  });
});

describe("deleting a visit", () => {
  it("removes it from the list, from its address and from its link", async () => {
    const { id, code } = await add();
    const guest = app.guest();
    await guest.call("GET /api/viewer-visit", { query: { code } });
    const reply = await editor.raw("DELETE /api/visits/{id}", { params: { id } });
    expect(reply.body).toMatchObject({ status: "success", message: "Deleted", data: {} });
    for (const key of [id, code])
      expect(await owner.refused("GET /api/visits/{id}", { params: { id: key } })).toMatchObject({
        status: 404,
      });
    const { items } = await owner.call("GET /api/visits", { query: { id_project, per_page: 100 } });
    expect(items.map((visit) => visit.id)).not.toContain(id);
    expect(await guest.refused("GET /api/viewer-visit", { query: { code } })).toMatchObject({ status: 404 });
    expect(await put(id, { name: "Again" })).toMatchObject({ status: 404 });
    expect(await owner.refused("PUT /api/visits/star", { body: { id } })).toMatchObject({ status: 404 });
  });
});
