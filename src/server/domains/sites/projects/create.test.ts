import { describe, expect, it } from "vitest";
import type { Project } from "#contract/projects.ts";
import { bell } from "#server/domains/installation/notifications/news.fixture.ts";
import { changeSettings } from "#test/sign-in.ts";
import { fresh, projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld(new Date("2031-02-03T10:00:00Z"));
const { add, get, put, drop, log } = world;
const refused = (body: Record<string, unknown>, by = world.owner) =>
  by.client.refused("POST /api/projects", { body });
const howMany = async (by = world.owner) => (await by.client.call("GET /api/projects")).total;

describe("a new project", () => {
  it("has the specified defaults, its own codes, and belongs to its creator", async () => {
    const reply = await world.owner.client.raw("POST /api/projects", { body: { name: "  Palm Court " } });
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
      is_public: false,
      starred: false,
      role: "owner",
      owner: { id_user: world.owner.id, name: "Test Person", avatar: null },
      type: null,
      categories: [],
      thumbnail: null,
      cover: null,
      has_cover: false,
      member_count: 1,
      visit_count: 0,
      room_count: 0,
      last_visit_date: null,
      can: { view: true, edit: true, delete: true, add_visit: true, publish: true, validate: false },
    });
    expect((await log(data.id)).items).toMatchObject([
      { action: "project.created", subject: { kind: "project", id: data.id, name: "Palm Court" } },
    ]);
  });

  it("returns both spellings of its number and of its code, and both find it", async () => {
    const project = await add();
    expect(project.id_project).toBe(project.id);
    expect(project.project_code).toBe(project.code);
    expect(await get(project.id)).toEqual(await get(project.code));
    expect(await get(String(project.id))).toMatchObject({ id: project.id });
  });

  it("has a unique code of twelve letters without look-alikes", async () => {
    const codes = [await add(), await add()].map(({ code }) => code);
    for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(new Set(codes).size).toBe(2);
  });

  it("needs a name, and reports a missing one at the field", async () => {
    for (const body of [{}, { name: "" }, { name: "   " }, { name: null }])
      expect(await refused(body)).toMatchObject({
        status: 422,
        code: "VALIDATION",
        errors: { name: ["projects.name_required"] },
      });
  });

  it("is created by administrators and super admins, not by ordinary users", async () => {
    expect((await add({}, world.admin)).can["edit"]).toBe(true);
    expect(await refused({ name: "Mine" }, world.member)).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      message: "You do not have permission to perform this action.",
    });
  });

  it("has no location when it is sent with 0,0, as cleared forms do", async () => {
    expect(await add({ latitude: 0, longitude: 0 })).toMatchObject({ latitude: null, longitude: null });
    expect(await add({ latitude: 0, longitude: 32.6 })).toMatchObject({ latitude: 0, longitude: 32.6 });
  });
});

describe("the type and the categories of a new project", () => {
  it("are saved with it, in alphabetical order, each once", async () => {
    const word = (route: "POST /api/categories" | "POST /api/project-types", name: string) =>
      world.admin.client.call(route, { body: { name } });
    const [type, housing, concrete] = [
      await word("POST /api/project-types", "Hospital"),
      await word("POST /api/categories", "Housing"),
      await word("POST /api/categories", "concrete"),
    ];
    const body = { id_type: type.id, category_ids: [housing.id, concrete.id, housing.id] };
    expect(await add(body)).toMatchObject({
      type: { id: type.id, id_type: type.id, name: "Hospital" },
      categories: [
        { id: concrete.id, id_category: concrete.id, name: "concrete" },
        { id: housing.id, name: "Housing" },
      ],
    });
  });

  it("are refused at the field when unknown, and nothing of the project is stored", async () => {
    const before = await howMany();
    expect(await refused({ name: fresh(), id_type: 999_999 })).toMatchObject({
      status: 422,
      errors: { id_type: ["projects.type_unknown"] },
    });
    expect(await refused({ name: fresh(), category_ids: [999_999] })).toMatchObject({
      status: 422,
      errors: { category_ids: ["categories.unknown"] },
    });
    expect(await howMany()).toBe(before);
  });
});

describe("two projects of one owner", () => {
  it("cannot have the same name, regardless of case and surrounding blanks", async () => {
    const { name } = await add({ name: fresh("Tower É") });
    for (const same of [name, ` ${name}  `, name.toLowerCase(), name.toUpperCase()])
      expect(await refused({ name: same }), same).toMatchObject({
        status: 422,
        code: "VALIDATION",
        errors: { name: ["projects.name_taken"] },
      });
  });

  it("cannot get it by renaming either; a project keeps its own, and its case may change", async () => {
    const [one, two] = [await add(), await add()];
    expect(await put(two.id, { name: one.name.toUpperCase(), area: 5 })).toMatchObject({
      status: 422,
      body: { errors: { name: ["projects.name_taken"] } },
    });
    expect(await get(two.id)).toEqual(two);
    expect((await put(two.id, { name: two.name.toUpperCase() })).status).toBe(200);
  });

  it("count as the owner's when a manager renames one of them", async () => {
    const [one, two, his] = [await add(), await add(), await add({}, world.stranger)];
    await world.app.join(two.id, world.stranger, "manager");
    expect((await put(two.id, { name: one.name }, world.stranger)).status).toBe(422);
    expect((await put(two.id, { name: his.name }, world.stranger)).status).toBe(200);
  });

  it("may share it with another owner's, and with one in the bin", async () => {
    const { id, name } = await add();
    expect((await add({ name }, world.stranger)).name).toBe(name);
    await drop(id);
    expect((await add({ name })).name).toBe(name);
  });

  it("stay distinct even with eight concurrent calls", async () => {
    const name = fresh("At once");
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.owner.client.raw("POST /api/projects", { body: { name } })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(7);
  });
});

describe("while new projects wait for approval", () => {
  it("one waits, its creator cannot add visits yet, and the operator gets one notification for all of them", async () => {
    await changeSettings(world.app, { approve_projects: true });
    const [, last] = [await add(), await add()];
    const byAdmin = await add({}, world.admin);
    await changeSettings(world.app, { approve_projects: false });
    expect(last).toMatchObject({ validated: false, active: true, can: { edit: true, add_visit: false } });
    expect(byAdmin.validated, "a super admin's word is given already").toBe(true);
    expect((await bell(world.admin))[0]).toMatchObject({
      type: "warning",
      kind: "project_created",
      title: "Projects waiting for approval",
      message: `2 projects are waiting for approval, most recently “${last.name}”.`,
      link: "/approvals",
    });
    expect((await add()).validated).toBe(true);
  });
});
