import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Project } from "#contract/projects.ts";
import { ProjectStatus } from "#contract/projects.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { binDays } from "./bin.ts";
import { createProjectsRepository } from "./projects.repository.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const now = new Date("2031-02-03T10:00:00Z");
let app: TestApp;
let owner: TestClient;
let member: TestClient;
let memberId: { id: number };
let stranger: TestClient;

beforeAll(async () => {
  app = await testApp({ clock: { now: () => now }, environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  const person = await app.user();
  memberId = person;
  member = await app.as(person);
  stranger = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const add = (body: { name: string } & Record<string, unknown>, client = owner) =>
  client.call("POST /api/projects", { body });
const get = (id: number | string, client = owner) =>
  client.call("GET /api/projects/{id}", { params: { id } });
const put = (id: number, body: Record<string, unknown>, client = owner) =>
  client.raw("PUT /api/projects/{id}", { params: { id }, body });
const addVisit = (id_project: number, name = "First walk") =>
  owner.call("POST /api/visits", { body: { id_project, name, visit_date: "2031-02-01T08:00:00Z" } });

describe("a new project", () => {
  it("has the specified defaults, its own codes, and belongs to who made it", async () => {
    const reply = await owner.raw("POST /api/projects", { body: { name: "  Palm Court " } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      status: "success",
      success: true,
      message: "Project added successfully",
    });
    const { data } = reply.body as { data: Project };
    expect(data).toMatchObject({
      name: "Palm Court",
      description: "",
      location: "",
      status: "Design",
      year: 2031,
      num_buildings: 1,
      num_floors: 1,
      area: 0,
      latitude: null,
      longitude: null,
      active: true,
      validated: true,
      starred: false,
      thumbnail: null,
      visit_count: 0,
      room_count: 0,
      last_visit_date: null,
      can: { view: true, edit: true, delete: true, add_visit: true },
    });
  });

  it("carries both spellings of its number and of its code, and both find it", async () => {
    const project = await add({ name: "Twins" });
    expect(project.id_project).toBe(project.id);
    expect(project.project_code).toBe(project.code);
    expect(await get(project.id)).toEqual(await get(project.code));
    expect(await get(String(project.id))).toMatchObject({ id: project.id });
  });

  it("has a code of twelve letters without look-alikes that no other project has", async () => {
    const codes = [await add({ name: "One" }), await add({ name: "Two" })].map(({ code }) => code);
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(new Set(codes).size).toBe(2);
  });

  it("needs a name, and says so at the field", async () => {
    for (const body of [{}, { name: "" }, { name: "   " }, { name: null }]) {
      expect(await owner.refused("POST /api/projects", { body })).toMatchObject({
        status: 422,
        code: "VALIDATION",
        errors: { name: ["projects.name_required"] },
      });
    }
  });

  it("is made by administrators and super admins, not by ordinary users", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    expect((await add({ name: "By the super admin" }, admin)).can["edit"]).toBe(true);
    expect(await member.refused("POST /api/projects", { body: { name: "Mine" } })).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      message: "You do not have permission to perform this action.",
    });
  });
});

describe("changing a project", () => {
  const whole = {
    name: "Harbour house",
    description: "Two basements",
    status: "Under_Construction",
    location: "Corniche 4",
    latitude: 25.2854,
    longitude: 51.531,
    year: 2024,
    num_buildings: 3,
    num_floors: 12,
    area: 8450.5,
  } as const;

  it("keeps every field as it was sent, letters and marks of all scripts included", async () => {
    const { id } = await add({ name: "Before" });
    const name = `برج «المرفأ» 'A' <b>& "B"</b> 🏗`;
    const reply = await put(id, { ...whole, name });
    expect(reply.status).toBe(200);
    expect(await get(id)).toMatchObject({ ...whole, name });
  });

  it("touches only the fields that were sent", async () => {
    const { id } = await add(whole);
    await put(id, { area: 9000 });
    expect(await get(id)).toMatchObject({ ...whole, area: 9000 });
    await put(id, { latitude: null, longitude: null, description: "" });
    expect(await get(id)).toMatchObject({
      ...whole,
      area: 9000,
      latitude: null,
      longitude: null,
      description: "",
    });
  });

  it("with nothing, or with what may not be changed, changes nothing", async () => {
    const before = await add(whole);
    expect((await put(before.id, {})).status).toBe(200);
    expect((await put(before.id, { id: 1, code: "mine", active: false, starred: true })).status).toBe(200);
    expect(await get(before.id)).toEqual(before);
  });

  it.each(ProjectStatus.options)("takes the status %s from any other", async (status) => {
    const { id } = await add({ name: "Statuses" });
    for (const other of ProjectStatus.options) {
      expect((await put(id, { status: other })).status).toBe(200);
      expect((await put(id, { status })).status).toBe(200);
    }
    expect(await get(id)).toMatchObject({ status });
  });

  it.each([
    ["status", "Foo"],
    ["status", "design"],
    ["year", 2031.5],
    ["year", "2031"],
    ["latitude", 90.1],
    ["longitude", -181],
    ["area", -1],
    ["num_floors", 1.5],
    ["name", ""],
    ["name", "x".repeat(101)],
    ["description", "x".repeat(256)],
  ])("refuses %s of %j at the field", async (field, value) => {
    const { id } = await add(whole);
    const reply = await put(id, { [field]: value });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ code: "VALIDATION", errors: { [field]: [expect.any(String)] } });
    expect(await get(id)).toMatchObject(whole);
  });
});

describe("the list of projects", () => {
  it("holds own and joined ones only, finds by name, status and star, sorts and pages", async () => {
    const person = await app.user({ role: "administrator" });
    const client = await app.as(person);
    const list = (query: Record<string, unknown> = {}) =>
      client.call("GET /api/projects", { query }).then(({ items, ...rest }) => ({
        names: items.map(({ name }) => name),
        ...rest,
      }));
    expect(await list()).toEqual({ names: [], total: 0, page: 1, per_page: 25 });

    const joined = await add({ name: "Depot 100%", location: "East quay" });
    await app.join(joined.id, person, "viewer");
    await add({ name: "Nobody's business" });
    const bridge = await add({ name: "Bridge", status: "On_Hold", description: "The old quay" }, client);
    await add({ name: "café", status: "Completed" }, client);

    expect((await list({ sort: "name" })).names).toEqual(["Bridge", "café", "Depot 100%"]);
    expect((await list({ search: "quay", sort: "name" })).names).toEqual(["Bridge", "Depot 100%"]);
    expect((await list({ search: "0%" })).names).toEqual(["Depot 100%"]);
    expect((await list({ search: "_" })).names).toEqual([]);
    expect((await list({ search: bridge.code })).names).toEqual(["Bridge"]);
    expect((await list({ status: "On_Hold" })).names).toEqual(["Bridge"]);
    expect(await list({ sort: "name", per_page: 2, page: 2 })).toEqual({
      names: ["Depot 100%"],
      total: 3,
      page: 2,
      per_page: 2,
    });
    await client.call("PUT /api/projects/star", { body: { id: bridge.id } });
    expect((await list({ starred: "1" })).names).toEqual(["Bridge"]);
    expect((await client.call("GET /api/projects/recent")).map(({ name }) => name)).toEqual([
      "café",
      "Bridge",
      "Depot 100%",
    ]);
  });

  it("keeps the newest eight as recent", async () => {
    const client = await app.as(await app.user({ role: "administrator" }));
    for (let count = 1; count <= 9; count += 1) await add({ name: `Number ${count}` }, client);
    const recent = await client.call("GET /api/projects/recent");
    expect(recent.map(({ name }) => name)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((count) => `Number ${count}`),
    );
  });

  it("counts visits and tells the newest date", async () => {
    const { id } = await add({ name: "Counted" });
    await addVisit(id);
    const later = await owner.call("POST /api/visits", {
      body: { id_project: id, name: "Later", visit_date: "2031-02-02T08:00:00+03:00" },
    });
    expect(await get(id)).toMatchObject({
      visit_count: 2,
      room_count: 0,
      last_visit_date: "2031-02-02T05:00:00.000Z",
    });
    await owner.call("DELETE /api/visits/{id}", { params: { id: later.id } });
    expect(await get(id)).toMatchObject({ visit_count: 1, last_visit_date: "2031-02-01T08:00:00.000Z" });
  });
});

describe("somebody else's project", () => {
  it("is not public, in those words, whichever way it is asked for", async () => {
    const project = await add({ name: "Private" });
    const refusal = { status: 403, code: "PROJECT_NOT_PUBLIC", message: "Project is not public" };
    for (const id of [project.id, project.code])
      expect(await stranger.refused("GET /api/projects/{id}", { params: { id } })).toMatchObject(refusal);
    expect((await put(project.id, { name: "Taken" }, stranger)).body).toMatchObject({
      code: "PROJECT_NOT_PUBLIC",
    });
    expect(await get(project.id)).toEqual(project);
  });

  it("that one has joined can be read, not changed or deleted by a viewer", async () => {
    const { id } = await add({ name: "Shared" });
    await app.join(id, memberId, "viewer");
    expect(await get(id, member)).toMatchObject({
      name: "Shared",
      can: { view: true, edit: false, delete: false, add_visit: false },
    });
    expect((await put(id, { name: "Taken" }, member)).body).toMatchObject({ code: "PROJECT_EDIT_DENIED" });
    expect(await member.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 403,
    });
  });
});

describe("a star", () => {
  it("is one's own: it toggles, and is set when told to what", async () => {
    const { id } = await add({ name: "Starred" });
    await app.join(id, memberId, "viewer");
    const star = (client: TestClient, body: Record<string, unknown>) =>
      client.call("PUT /api/projects/star", { body });
    expect(await star(owner, { id })).toEqual({ id_project: id, starred: true });
    expect(await get(id)).toMatchObject({ starred: true });
    expect(await get(id, member)).toMatchObject({ starred: false });
    expect(await star(owner, { id_project: id })).toEqual({ id_project: id, starred: false });
    expect(await star(owner, { project_id: id, starred: 1 })).toEqual({ id_project: id, starred: true });
    expect(await star(owner, { project_id: id, starred: true })).toEqual({ id_project: id, starred: true });
    expect(await star(member, { id, starred: "0" })).toEqual({ id_project: id, starred: false });
    expect(await get(id)).toMatchObject({ starred: true });
  });

  it("cannot be put on what one cannot see, and needs to know on what", async () => {
    const { id } = await add({ name: "Unseen" });
    expect(await stranger.refused("PUT /api/projects/star", { body: { id } })).toMatchObject({ status: 404 });
    expect(await stranger.refused("PUT /api/projects/star", { body: {} })).toMatchObject({
      status: 422,
      errors: { id_project: ["projects.id_required"] },
    });
  });
});

describe("an inactive project, or one that is not validated", () => {
  it.each(["active", "validated"] as const)(
    "takes no visits while it is not %s, and is still read",
    async (flag) => {
      const { id } = await add({ name: "Dormant" });
      await app.database.db
        .updateTable("projects")
        .set({ [flag]: false })
        .where("id", "=", id)
        .execute();
      expect(await get(id)).toMatchObject({
        [flag]: false,
        can: { view: true, edit: true, add_visit: false },
      });
      const body = { id_project: id, name: "Walk", visit_date: "2031-02-01T08:00:00Z" };
      expect(await owner.refused("POST /api/visits", { body })).toMatchObject({
        status: 403,
        code: "VISIT_EDIT_DENIED",
      });
    },
  );
});

describe("deleting a project", () => {
  it("takes it, its visits and their share links away from everybody", async () => {
    const { id, code } = await add({ name: "Going" });
    await app.join(id, memberId, "editor");
    const visit = await addVisit(id);
    const guest = app.guest();
    expect(await guest.call("GET /api/viewer-visit", { query: { code: visit.code } })).toMatchObject({
      project: "Going",
    });
    const reply = await owner.raw("DELETE /api/projects/{id}", { params: { id } });
    expect(reply.body).toMatchObject({ status: "success", message: "Deleted", data: {} });

    for (const key of [id, code])
      expect(await owner.refused("GET /api/projects/{id}", { params: { id: key } })).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
      });
    for (const client of [owner, member]) {
      expect(await client.refused("GET /api/visits/{id}", { params: { id: visit.id } })).toMatchObject({
        status: 404,
      });
      const { items } = await client.call("GET /api/visits", { query: { id_project: id } });
      expect(items).toEqual([]);
    }
    expect(await guest.refused("GET /api/viewer-visit", { query: { code: visit.code } })).toMatchObject({
      status: 404,
    });
    expect(await owner.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 404,
    });
  });

  it("is for the owner alone", async () => {
    const { id } = await add({ name: "Kept" });
    await app.join(id, memberId, "manager");
    expect(await member.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 403,
    });
    expect(await get(id, member)).toMatchObject({ can: { edit: true, delete: false } });
  });

  it("leaves it in the bin for thirty days and takes its visits along when it goes for good", async () => {
    const { db } = app.database;
    const [fresh, old, kept] = [
      await add({ name: "29" }),
      await add({ name: "31" }),
      await add({ name: "Kept" }),
    ];
    const visit = await addVisit(old.id);
    for (const [{ id }, days] of [
      [fresh, 29],
      [old, 31],
    ] as const) {
      await owner.call("DELETE /api/projects/{id}", { params: { id } });
      await db
        .updateTable("projects")
        .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
        .where("id", "=", id)
        .execute();
    }
    expect(await createProjectsRepository(db).purge(binDays)).toBe(1);
    const ids = [fresh.id, old.id, kept.id];
    const left = await db.selectFrom("projects").select("id").where("id", "in", ids).orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual([fresh.id, kept.id]);
    expect(await db.selectFrom("visits").select("id").where("id", "=", visit.id).execute()).toEqual([]);
  });
});
