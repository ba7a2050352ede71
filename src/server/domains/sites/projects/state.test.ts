import { describe, expect, it } from "vitest";
import { bell, empty } from "#server/domains/installation/notifications/news.fixture.ts";
import { projectChanged } from "./projects.events.ts";
import { projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, get, put, log, changesOf } = world;
const switches = [
  { off: "deactivate", on: "activate", flag: "active" },
  { off: "invalidate", on: "validate", flag: "validated" },
] as const;
type Verb = (typeof switches)[number]["on" | "off"];
const turn = (verb: Verb, id: number, by = world.admin) =>
  by.client.raw(`PUT /api/projects/${verb}/{id}`, { params: { id } });

describe.each(switches)("the flag $flag of a project", ({ off, on, flag }) => {
  it("is switched off and on; each is logged once and notifies screens, repeating does neither", async () => {
    const { id } = await add();
    const before = await changesOf(id);
    for (const [verb, value] of [
      [off, false],
      [off, false],
      [on, true],
      [on, true],
    ] as const) {
      const reply = await turn(verb, id);
      expect(reply).toMatchObject({ status: 200, body: { data: { id, [flag]: value } } });
    }
    expect((await log(id)).items.map(({ action }) => action)).toEqual([
      `project.${on}d`,
      `project.${off}d`,
      "project.created",
    ]);
    expect(await changesOf(id)).toBe(before + 2);
  });

  it("is switched by the short routes as well", async () => {
    const { id } = await add();
    const { client } = world.admin;
    expect((await client.call(`PUT /api/${off}/{id}`, { params: { id } }))[flag]).toBe(false);
    expect((await client.call(`PUT /api/${on}/{id}`, { params: { id } }))[flag]).toBe(true);
  });

  it("decides whether visits can be added; the project stays readable", async () => {
    const { id } = await add();
    await turn(off, id);
    expect(await get(id)).toMatchObject({ [flag]: false, can: { view: true, edit: true, add_visit: false } });
    const body = { id_project: id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
    expect(await world.owner.client.refused("POST /api/visits", { body })).toMatchObject({
      status: 403,
      code: "VISIT_EDIT_DENIED",
    });
    const camera = { id_project: id, name: "Gate", hls_url: "https://camera.example.org/live.m3u8" };
    expect(await world.owner.client.refused("POST /api/cctv-cameras", { body: camera })).toMatchObject({
      status: 403,
      code: "CAMERA_EDIT_DENIED",
    });
    await turn(on, id);
    expect((await world.owner.client.raw("POST /api/cctv-cameras", { body: camera })).status).toBe(201);
    expect((await world.owner.client.raw("POST /api/visits", { body })).status).toBe(201);
  });
});

describe("the right to switch", () => {
  it("active: the owner, not their manager; validated: super admins alone", async () => {
    const { id } = await add();
    await world.app.join(id, world.member, "manager");
    expect((await turn("deactivate", id, world.member)).status).toBe(403);
    expect((await turn("deactivate", id, world.owner)).status).toBe(200);
    for (const by of [world.owner, world.member, world.stranger])
      for (const verb of ["invalidate", "validate"] as const)
        expect((await turn(verb, id, by)).status).toBe(by === world.stranger ? 404 : 403);
    expect(await get(id)).toMatchObject({ active: false, validated: true });
  });
});

describe("the owner of a project", () => {
  it("is notified of the approval and of its withdrawal; the later notification replaces the unread one", async () => {
    const owner = await world.person();
    const { id, name } = await add({}, owner);
    await turn("invalidate", id);
    const link = `/project/${id}`;
    expect(await bell(owner)).toMatchObject([{ type: "warning", title: "Approval withdrawn", link }]);
    await turn("validate", id);
    expect(await bell(owner)).toMatchObject([
      { type: "success", title: "Project approved", message: expect.stringContaining(name) as string, link },
    ]);
    await empty(owner);
    await turn("validate", id);
    expect(await bell(owner)).toEqual([]);
  });
});

describe("a change of a project", () => {
  it("reaches the browsers of the project's subscribers, with its number alone", () => {
    expect(projectChanged.broadcasts({ id_project: 7 })).toEqual([
      { channel: "private-project-7", event: "project-changed", data: { id_project: 7 } },
    ]);
  });

  it("that races with its soft-deletion is refused as not found", async () => {
    const { id } = await add();
    await world.drop(id);
    expect((await put(id, { area: 5 })).status).toBe(404);
    expect((await turn("deactivate", id)).status).toBe(404);
  });
});
