import { describe, expect, it } from "vitest";
import { projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, put, addVisit, log } = world;
const actions = async (...args: Parameters<typeof log>) =>
  (await log(...args)).items.map(({ action }) => action);

describe("the log of a project", () => {
  it("lists newest first what was done in it and by whom, and nothing of other projects", async () => {
    const { id, name } = await add();
    const other = await add();
    await addVisit(other.id);
    const visit = await addVisit(id, "Week 12");
    await world.owner.client.call("PUT /api/visits/{id}", {
      params: { id: visit.id },
      body: { name: "Week 13" },
    });
    const { items, has_more } = await log(id);
    expect(has_more).toBe(false);
    expect(items).toMatchObject([
      { action: "visit.changed", subject: { kind: "visit", id: visit.id }, changed: ["name"] },
      { action: "visit.created", subject: { name: "Week 12" } },
      { action: "project.created", subject: { kind: "project", id, name }, details: {} },
    ]);
    const { code } = await world.owner.client.call("GET /api/user");
    const who = { id_user: world.owner.id, name: "Test Person", code, avatar: null };
    for (const item of items) expect(item.who).toEqual(who);
  });

  it("pages by the last number seen, and filters by one kind of subject", async () => {
    const { id } = await add();
    for (let area = 1; area <= 4; area += 1) await put(id, { area });
    await addVisit(id);
    const first = await log(id, { limit: 2 });
    expect(first).toMatchObject({ has_more: true, items: { length: 2 } });
    const rest = await log(id, { limit: 4, before: first.items[1]?.id });
    expect(rest).toMatchObject({ has_more: false, items: { length: 4 } });
    const all = [...first.items, ...rest.items].map((item) => item.id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all).size).toBe(6);
    expect(await actions(id, { kind: "visit" })).toEqual(["visit.created"]);
    expect(await actions(id, { kind: "team" })).toEqual([]);
    expect(
      await world.owner.client.refused("GET /api/projects/{id}/activity", {
        params: { id },
        query: { kind: "session" },
      }),
    ).toMatchObject({ status: 422 });
  });

  it("is read by members who see the team, not by trades, strangers or visitors", async () => {
    const { id } = await add();
    const trade = await world.person("user");
    await world.app.join(id, world.member, "viewer");
    await world.app.join(id, trade, "trade");
    expect(await actions(id, {}, world.member)).toEqual(["project.created"]);
    expect(await actions(id, {}, world.admin)).toEqual(["project.created"]);
    for (const [{ client }, status] of [
      [trade, 403],
      [world.stranger, 404],
    ] as const)
      expect(await client.refused("GET /api/projects/{id}/activity", { params: { id } })).toMatchObject({
        status,
      });
  });

  it("omits visits for a member who may not see them", async () => {
    const { id } = await add();
    await addVisit(id);
    await world.app.join(id, world.member, "viewer");
    expect(await actions(id, {}, world.member)).toEqual(["visit.created", "project.created"]);
    await world.app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", world.member.id)
      .where("id_project", "=", id)
      .execute();
    expect(await actions(id, {}, world.member)).toEqual(["project.created"]);
    expect(await actions(id, { kind: "visit" }, world.member)).toEqual([]);
  });
});
