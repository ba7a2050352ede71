import { describe, expect, it } from "vitest";
import { projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, get, put, addVisit, log } = world;
const look = (id: number | string, by = world.stranger) =>
  by.client.refused("GET /api/projects/{id}", { params: { id } });
const notPublic = { status: 403, code: "PROJECT_NOT_PUBLIC", message: "Project is not public" };

describe("another user's project", () => {
  it("is not public, with the specified message, by number and by code; nor is it changed", async () => {
    const project = await add();
    for (const id of [project.id, project.code]) expect(await look(id)).toMatchObject(notPublic);
    expect(await put(project.id, { name: "Taken" }, world.stranger)).toMatchObject({ status: 404 });
    expect(await get(project.id)).toEqual(project);
  });

  it("that the caller joined can be read, not changed or deleted by a viewer", async () => {
    const { id } = await add();
    await world.app.join(id, world.member, "viewer");
    expect(await get(id, world.member)).toMatchObject({
      role: "viewer",
      member_count: 2,
      owner: { id_user: world.owner.id },
      can: { view: true, edit: false, delete: false, add_visit: false },
    });
    expect((await put(id, { area: 3 }, world.member)).body).toMatchObject({ code: "PROJECT_EDIT_DENIED" });
    expect(await world.member.client.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 403,
    });
  });

  it("shows a member without sight of its visits neither their number nor their dates", async () => {
    const { id } = await add();
    await addVisit(id);
    await world.app.join(id, world.member, "viewer");
    const visits = async () => {
      const { items } = await world.member.client.call("GET /api/projects", { query: { sort: "created" } });
      const listed = items.find((one) => one.id === id);
      const { visit_count, last_visit_date } = await get(id, world.member);
      expect([listed?.visit_count, listed?.last_visit_date]).toEqual([visit_count, last_visit_date]);
      return [visit_count, last_visit_date];
    };
    expect(await visits()).toEqual([1, "2026-02-01T08:00:00.000Z"]);
    await world.app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", world.member.id)
      .where("id_project", "=", id)
      .execute();
    expect(await visits()).toEqual([0, null]);
  });
});

describe("a public project", () => {
  it("is viewed by any signed-in user, who may do nothing else and sees no one's address", async () => {
    const { id, code } = await add();
    await put(id, { is_public: true });
    for (const key of [id, code]) {
      const seen = await get(key, world.stranger);
      expect(seen).toMatchObject({ id, is_public: true, role: null, starred: false });
      expect(Object.entries(seen.can).flatMap(([verb, may]) => (may ? [verb] : []))).toEqual(["view"]);
      expect(JSON.stringify(seen)).not.toContain("@");
    }
    expect((await put(id, { area: 5 }, world.stranger)).body).toMatchObject({ code: "PROJECT_EDIT_DENIED" });
    expect(
      await world.stranger.client.refused("GET /api/projects/{id}/activity", { params: { id } }),
    ).toMatchObject({ status: 403 });
  });

  it("is in no outsider's list, and cannot be starred by a non-member", async () => {
    const { id } = await add({}, await world.person());
    await world.app.database.db
      .updateTable("projects")
      .set({ is_public: true })
      .where("id", "=", id)
      .execute();
    const { client } = world.stranger;
    const { items } = await client.call("GET /api/projects", { query: { per_page: 100 } });
    expect(items.map((one) => one.id)).not.toContain(id);
    expect(await client.refused("PUT /api/projects/star", { body: { id } })).toMatchObject({ status: 404 });
  });

  it.each(["active", "validated"])("is viewed by its members alone while it is not %s", async (flag) => {
    const { id } = await add();
    await put(id, { is_public: true });
    await world.app.database.db
      .updateTable("projects")
      .set({ [flag]: false })
      .where("id", "=", id)
      .execute();
    expect(await look(id)).toMatchObject({ status: 403 });
    expect((await get(id)).can["view"]).toBe(true);
  });

  it("is published by its owner; other fields that a manager sends in the same call are not half applied", async () => {
    const before = await add();
    await world.app.join(before.id, world.member, "manager");
    expect(await put(before.id, { area: 12, is_public: true }, world.member)).toMatchObject({
      status: 403,
      body: { code: "PROJECT_EDIT_DENIED" },
    });
    expect(await get(before.id)).toEqual({ ...before, member_count: 2 });
    expect((await put(before.id, { area: 12, is_public: false }, world.member)).status, "as it is").toBe(200);
    await put(before.id, { is_public: 1 });
    expect((await log(before.id)).items[0]).toMatchObject({
      action: "project.changed",
      changed: ["is_public"],
    });
  });
});
