import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { binDays } from "./bin.ts";
import { fresh, type Person, projectsWorld } from "./projects.fixture.ts";
import { createProjectsRepository } from "./projects.repository.ts";

const world = projectsWorld();
const { add, get, drop, addVisit, log, changesOf } = world;
const bin = ({ client }: Pick<Person, "client"> = world.owner) => client.call("GET /api/projects/bin");
const restore = (id: number, by = world.owner) =>
  by.client.raw("PUT /api/projects/restore/{id}", { params: { id } });
/** Backdates the deletion by some days. */
const age = (id: number, days: number) =>
  world.app.database.db
    .updateTable("projects")
    .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
    .where("id", "=", id)
    .execute();

describe("deleting a project", () => {
  it("hides it, its visits and their share links from everyone, and notifies screens", async () => {
    const { id, code, name } = await add();
    await world.app.join(id, world.member, "editor");
    const visit = await addVisit(id);
    const guest = world.app.guest();
    const byCode = { query: { code: visit.code } };
    expect(await guest.call("GET /api/viewer-visit", byCode)).toMatchObject({ project: name });
    const before = await changesOf(id);
    const reply = await world.owner.client.raw("DELETE /api/projects/{id}", { params: { id } });
    expect(reply.body).toMatchObject({ status: "success", message: "Deleted", data: {} });
    expect(await changesOf(id)).toBe(before + 1);

    for (const key of [id, code])
      expect(
        await world.owner.client.refused("GET /api/projects/{id}", { params: { id: key } }),
      ).toMatchObject({ status: 403, code: "PROJECT_NOT_PUBLIC" });
    for (const { client } of [world.owner, world.member]) {
      expect(await client.refused("GET /api/visits/{id}", { params: { id: visit.id } })).toMatchObject({
        status: 404,
      });
      expect((await client.call("GET /api/visits", { query: { id_project: id } })).items).toEqual([]);
    }
    expect(await guest.refused("GET /api/viewer-visit", byCode)).toMatchObject({ status: 404 });
    expect(await world.owner.client.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 404,
    });
  });

  it("is for the owner and super admins alone", async () => {
    const { id } = await add();
    await world.app.join(id, world.member, "manager");
    expect(await world.member.client.refused("DELETE /api/projects/{id}", { params: { id } })).toMatchObject({
      status: 403,
    });
    expect(await get(id, world.member)).toMatchObject({ can: { edit: true, delete: false } });
    await drop(id, world.admin);
  });

  it("is permanent after thirty days: visits are deleted, the user's activity stays in their log", async () => {
    const { db } = world.app.database;
    const [fresher, old, kept] = [await add(), await add(), await add()];
    const visit = await addVisit(old.id);
    for (const [{ id }, days] of [
      [fresher, 29],
      [old, 31],
    ] as const) {
      await drop(id);
      await age(id, days);
    }
    expect(await createProjectsRepository(db).purge(binDays)).toBe(1);
    const ids = [fresher.id, old.id, kept.id];
    const left = await db.selectFrom("projects").select("id").where("id", "in", ids).orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual([fresher.id, kept.id]);
    expect(await db.selectFrom("visits").select("id").where("id", "=", visit.id).execute()).toEqual([]);
    const { items } = await world.owner.client.call("GET /api/users/{id}/activity-logs", {
      params: { id: world.owner.id },
      query: { search: old.name },
    });
    expect(items.map(({ action }) => action)).toEqual(["project.deleted", "project.created"]);
    await age(fresher.id, 31);
    expect(await createProjectsRepository(db).purge(binDays)).toBe(1);
  });
});

describe("the bin", () => {
  it("shows an owner their own projects, last deleted first, with who deleted each and the end date", async () => {
    const owner = await world.person();
    const [one, two] = [await add({}, owner), await add({}, owner)];
    await addVisit(one.id, "Walk", "2026-02-01T08:00:00Z", owner);
    for (const { id } of [one, two]) {
      await world.app.join(id, world.member, "manager");
      await drop(id, owner);
    }
    await age(one.id, 10);
    const shown = await bin(owner);
    expect(shown).toMatchObject([
      { id: two.id, id_project: two.id, code: two.code, name: two.name, visit_count: 0 },
      { id: one.id, deleted_by: "Test Person", visit_count: 1, can: { restore: true } },
    ]);
    const days = (Date.parse(shown[1]?.until ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(20, 1);
    expect(await bin(world.member), "a manager of them").toEqual([]);
    const ofAdmin = (await bin(world.admin)).map(({ id }) => id);
    expect(ofAdmin).toEqual(expect.arrayContaining([one.id, two.id]));
  });

  it("restores a project with all its content, once, for its owner and super admins", async () => {
    const { id, name } = await add();
    const visit = await addVisit(id);
    await world.app.join(id, world.member, "manager");
    await drop(id);
    expect((await restore(id, world.member)).status).toBe(404);
    expect((await restore(id, world.stranger)).status).toBe(404);
    expect(await restore(id)).toMatchObject({ status: 200, body: { data: { id, name, visit_count: 1 } } });
    expect((await restore(id)).status, "it is out already").toBe(404);
    const { client } = world.owner;
    expect((await client.call("GET /api/visits/{id}", { params: { id: visit.id } })).id).toBe(visit.id);
    expect((await log(id)).items.slice(0, 2).map(({ action }) => action)).toEqual([
      "project.restored",
      "project.deleted",
    ]);
    expect((await bin()).map((one) => one.id)).not.toContain(id);
    await drop(id);
    expect((await restore(id, world.admin)).status).toBe(200);
  });

  it("restores it under a new name when the owner has reused the name", async () => {
    const name = fresh("Twice");
    const nameOf = async (id: number) => (await get(id)).name;
    const first = await add({ name });
    await drop(first.id);
    const again = await add({ name: name.toUpperCase() });
    await restore(first.id);
    expect(await nameOf(first.id)).toBe(`${name} (2)`);
    await drop(again.id);
    await add({ name });
    await restore(again.id);
    expect(await nameOf(again.id)).toBe(`${name.toUpperCase()} (3)`);
  });

  it("cuts a name of the full length to make room for the number", async () => {
    const name = `${fresh()} `.padEnd(99, "x").concat("y");
    const { id } = await add({ name });
    await drop(id);
    await add({ name });
    await restore(id);
    expect((await get(id)).name).toBe(`${name.slice(0, 96)} (2)`);
  });
});
