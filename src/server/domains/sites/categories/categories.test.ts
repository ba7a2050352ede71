import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
let admin: TestClient;
let owner: TestClient;
let stranger: TestClient;
let viewerId: { id: number };
let viewer: TestClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  admin = await app.as(await app.user({ role: "super_admin" }));
  owner = await app.as(await app.user({ role: "administrator" }));
  stranger = await app.as(await app.user({ role: "administrator" }));
  const person = await app.user();
  viewerId = person;
  viewer = await app.as(person);
});
afterAll(() => app.close());

const project = (name: string, client = owner) => client.call("POST /api/projects", { body: { name } });
const make = (name: string) => admin.call("POST /api/categories", { body: { name } });
const makeType = (name: string) => admin.call("POST /api/project-types", { body: { name } });
const assign = (id_project: number, id_category: number, client = owner) =>
  client.raw("POST /api/categories/assign", { body: { id_project, id_category } });
const remove = (id_project: number, id_category: number, client = owner) =>
  client.raw("POST /api/categories/remove", { body: { id_project, id_category } });
const categoriesOf = async (id: number) =>
  (await owner.call("GET /api/projects/{id}", { params: { id } })).categories.map(({ name }) => name);
const giveType = (id_project: number, id_type: number) =>
  sql`update projects set id_type = ${id_type} where id = ${id_project}`.execute(app.database.db);
const logOf = async (id_project: number) => {
  const { rows } = await sql<{ action: string; details: unknown }>`
    select action, details from activity where id_project = ${id_project} order by id`.execute(
    app.database.db,
  );
  return rows.filter(({ action }) => action.startsWith("project.category"));
};

const kinds = [
  ["category", "/api/categories"],
  ["project type", "/api/project-types"],
] as const;

describe.each(kinds)("a %s", (_, path) => {
  const list = `GET ${path}` as "GET /api/categories";
  const post = `POST ${path}` as "POST /api/categories";
  const put = `PUT ${path}/{id}` as "PUT /api/categories/{id}";
  const del = `DELETE ${path}/{id}` as "DELETE /api/categories/{id}";
  const names = async () => (await owner.call(list)).map(({ name }) => name);

  it("is created by a super admin, with a trimmed name, and visible to every signed-in user", async () => {
    const reply = await admin.raw(post, { body: { name: "  Housing " } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ success: true, data: { name: "Housing", project_count: 0 } });
    expect(await names()).toContain("Housing");
    for (const body of [{ name: "Roads" }])
      expect(await owner.refused(post, { body })).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await names()).not.toContain("Roads");
  });

  it("carries its number under both names", async () => {
    const made = await admin.call(post, { body: { name: "Twins" } });
    expect([made.id_category ?? (made as unknown as { id_type: number }).id_type]).toEqual([made.id]);
  });

  it("needs a name within the limit, and reports a fault at the field", async () => {
    const required = path.endsWith("types") ? "categories.type_name_required" : "categories.name_required";
    for (const body of [{}, { name: "" }, { name: "  " }, { name: 7 }])
      expect(await admin.refused(post, { body })).toMatchObject({
        status: 422,
        errors: { name: [required] },
      });
    const long = "x".repeat(limits.name + 1);
    expect((await admin.refused(post, { body: { name: long } })).errors).toHaveProperty("name");
  });

  it("has a unique name, regardless of case and of how its letters are composed", async () => {
    await admin.call(post, { body: { name: "École" } });
    for (const name of ["École", "ÉCOLE", "école", "E\u0301cole"])
      expect(await admin.refused(post, { body: { name } })).toMatchObject({
        status: 422,
        code: "VALIDATION",
        errors: { name: ["categories.name_taken"] },
      });
  });

  it("is created once when two create it at the same time: one of them gets an error", async () => {
    const replies = await Promise.all(
      ["Marina", "MARINA", "marina", "MaRiNa"].map((name) => admin.raw(post, { body: { name } })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(3);
    expect((await names()).filter((name) => name.toLowerCase() === "marina")).toHaveLength(1);
  });

  it("is renamed, also to another case of its own name, but not to that of another", async () => {
    const { id } = await admin.call(post, { body: { name: "Schools" } });
    await admin.call(post, { body: { name: "Clinics" } });
    const rename = (name: string, client = admin) => client.raw(put, { params: { id }, body: { name } });
    expect((await rename("SCHOOLS")).body).toMatchObject({ data: { id, name: "SCHOOLS" } });
    expect((await rename("clinics")).body).toMatchObject({ errors: { name: ["categories.name_taken"] } });
    expect((await rename("Mine", owner)).status).toBe(403);
    expect(await names()).toEqual(expect.arrayContaining(["SCHOOLS", "Clinics"]));
  });

  it("is not found after it is deleted", async () => {
    const { id } = await admin.call(post, { body: { name: "Short-lived" } });
    expect((await owner.raw(del, { params: { id } })).status).toBe(403);
    expect((await admin.raw(del, { params: { id } })).status).toBe(200);
    expect(await names()).not.toContain("Short-lived");
    expect(await admin.refused(del, { params: { id } })).toMatchObject({ status: 404 });
    expect(await admin.refused(put, { params: { id }, body: { name: "Back" } })).toMatchObject({
      status: 404,
    });
  });

  it("is listed by name in natural sort order, in Arabic and Latin letters", async () => {
    for (const name of ["zebra", "Äther", "apple"]) await admin.call(post, { body: { name } });
    const sorted = (await names()).filter((name) => ["zebra", "Äther", "apple"].includes(name));
    expect(sorted).toEqual(["apple", "Äther", "zebra"]);
  });

  it("is not visible to guests", async () => {
    expect(await app.guest().refused(list)).toMatchObject({ status: 401 });
  });
});

describe("the count of projects", () => {
  it("covers those the caller sees: own and joined ones, all for a super admin, none in the bin", async () => {
    const [category, type] = [await make("Hospitals"), await makeType("Hospital")];
    const mine = await project("Mine");
    const theirs = await project("Theirs", stranger);
    const thrown = await project("Thrown away");
    for (const [id, client] of [
      [mine.id, owner],
      [theirs.id, stranger],
      [thrown.id, owner],
    ] as const) {
      await assign(id, category.id, client);
      await giveType(id, type.id);
    }
    await owner.call("DELETE /api/projects/{id}", { params: { id: thrown.id } });
    const counts = async (client: TestClient) => [
      (await client.call("GET /api/categories")).find(({ id }) => id === category.id)?.project_count,
      (await client.call("GET /api/project-types")).find(({ id }) => id === type.id)?.project_count,
    ];
    expect(await counts(owner)).toEqual([1, 1]);
    expect(await counts(stranger)).toEqual([1, 1]);
    expect(await counts(viewer)).toEqual([0, 0]);
    expect(await counts(admin)).toEqual([2, 2]);
    await app.join(mine.id, viewerId, "viewer");
    expect(await counts(viewer)).toEqual([1, 1]);
  });

  it("is returned for a category that was just renamed, too", async () => {
    const category = await make("Bridges");
    const { id } = await project("One bridge");
    await assign(id, category.id);
    const renamed = await admin.call("PUT /api/categories/{id}", {
      params: { id: category.id },
      body: { name: "Bridges and tunnels" },
    });
    expect(renamed.project_count).toBe(1);
  });
});

describe("a deleted category or type", () => {
  it("is removed from its projects, which keep everything else", async () => {
    const [category, other, type] = [await make("Offices"), await make("Towers"), await makeType("Office")];
    const { id } = await project("Bay tower");
    await assign(id, category.id);
    await assign(id, other.id);
    await giveType(id, type.id);
    await admin.call("DELETE /api/categories/{id}", { params: { id: category.id } });
    await admin.call("DELETE /api/project-types/{id}", { params: { id: type.id } });
    const left = await owner.call("GET /api/projects/{id}", { params: { id } });
    expect(left).toMatchObject({ name: "Bay tower", type: null });
    expect(left.categories.map(({ name }) => name)).toEqual(["Towers"]);
  });
});

describe("a category of a project", () => {
  it("is assigned and removed; repeating is harmless and is logged once", async () => {
    const category = await make("Malls");
    const { id } = await project("Corniche mall");
    const expected = [{ id: category.id, id_category: category.id, name: "Malls" }];
    for (const _ of ["first", "again"])
      expect(await assign(id, category.id)).toMatchObject({ status: 200, body: { data: expected } });
    expect(await categoriesOf(id)).toEqual(["Malls"]);
    for (const _ of ["first", "again"])
      expect(await remove(id, category.id)).toMatchObject({ status: 200, body: { data: [] } });
    expect(await categoriesOf(id)).toEqual([]);
    expect(await logOf(id)).toEqual([
      { action: "project.category_assigned", details: { category: "Malls" } },
      { action: "project.category_removed", details: { category: "Malls" } },
    ]);
  });

  it("makes the project the most recently changed, and notifies the screens that show it", async () => {
    const category = await make("Airports");
    const { id } = await project("Old terminal");
    await project("New terminal");
    const newest = async () =>
      (await owner.call("GET /api/projects", { query: { sort: "updated", per_page: 1 } })).items[0]?.id;
    expect(await newest()).not.toBe(id);
    await assign(id, category.id);
    expect(await newest()).toBe(id);
    const { rows } = await sql<{ payload: unknown }>`
      select payload from events where name = 'project.changed' and payload->>'id_project' = ${String(id)}`.execute(
      app.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it("accepts either spelling of both numbers, which are both required", async () => {
    const category = await make("Depots");
    const { id } = await project("Bus depot");
    const call = (body: object) => owner.raw("POST /api/categories/assign", { body });
    expect((await call({ project_id: id, category_id: String(category.id) })).status).toBe(200);
    expect(await categoriesOf(id)).toEqual(["Depots"]);
    expect(await owner.refused("POST /api/categories/assign", { body: { id_project: id } })).toMatchObject({
      status: 422,
      errors: { id_category: ["categories.id_required"] },
    });
  });

  it("is refused at the field when there is no such category, and the project stays unchanged", async () => {
    const category = await make("Kept");
    const { id } = await project("Keeps");
    await assign(id, category.id);
    for (const route of ["POST /api/categories/assign", "POST /api/categories/remove"] as const)
      expect(await owner.refused(route, { body: { id_project: id, id_category: 99_999_999 } })).toMatchObject(
        { status: 422, errors: { id_category: ["categories.unknown"] } },
      );
    expect(await categoriesOf(id)).toEqual(["Kept"]);
  });

  it("is changed only by users who may edit the project: not by its viewer, not in a stranger's", async () => {
    const category = await make("Guarded");
    const { id } = await project("Guarded site");
    await app.join(id, viewerId, "viewer");
    expect(await assign(id, category.id, viewer)).toMatchObject({
      status: 403,
      body: { code: "PROJECT_EDIT_DENIED" },
    });
    expect(await assign(id, category.id, stranger)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    expect(await categoriesOf(id)).toEqual([]);
  });

  it("counts towards the limit, also when the last ones are assigned at the same time", async () => {
    const { id } = await project("Many-sided");
    const all = await Promise.all(
      Array.from({ length: limits.project.categories + 3 }, (_, at) => make(`Side ${at}`)),
    );
    const replies = await Promise.all(all.map((category) => assign(id, category.id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.project.categories);
    expect(replies.find(({ status }) => status !== 200)?.body).toMatchObject({
      errors: { id_category: ["categories.too_many"] },
    });
    expect(await categoriesOf(id)).toHaveLength(limits.project.categories);
  });
});
