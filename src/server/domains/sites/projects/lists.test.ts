import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { projectSorts, projectVerbs } from "#contract/choices.ts";
import { fresh, type Person, projectsWorld } from "./projects.fixture.ts";

const world = projectsWorld();
const { add, get, drop, addVisit } = world;
const listOf = async ({ client }: Person, query: Record<string, unknown> = {}) => {
  const { items, ...rest } = await client.call("GET /api/projects", { query });
  return { names: items.map(({ name }) => name), ...rest };
};
const namesOf = async (who: Person, query: Record<string, unknown>) =>
  (await listOf(who, { sort: "name", ...query })).names;
const mapOf = ({ client }: Person, query: Record<string, unknown> = {}) =>
  client.call("GET /api/projects/map", { query });

describe("the list of projects", () => {
  it("returns own and joined ones only, filters by name, status and star, sorts and pages", async () => {
    const person = await world.person();
    expect(await listOf(person)).toEqual({ names: [], total: 0, page: 1, per_page: 25 });
    const joined = await add({ name: "Depot 100%", location: "East quay" });
    await world.app.join(joined.id, person, "viewer");
    await add({ name: "Nobody's business" });
    const bridge = await add({ name: "Bridge", status: "On_Hold", description: "The old quay" }, person);
    await add({ name: "café", status: "Completed" }, person);
    expect(await namesOf(person, {})).toEqual(["Bridge", "café", "Depot 100%"]);
    expect(await namesOf(person, { status: "On_Hold" })).toEqual(["Bridge"]);
    expect(await listOf(person, { sort: "name", per_page: 2, page: 2 })).toEqual({
      names: ["Depot 100%"],
      total: 3,
      page: 2,
      per_page: 2,
    });
    expect(await listOf(person, { page: 9 }), "behind the last page").toMatchObject({ names: [], total: 3 });
    await person.client.call("PUT /api/projects/star", { body: { id: bridge.id } });
    expect(await namesOf(person, { starred: "1" })).toEqual(["Bridge"]);
    expect(await namesOf(person, { starred: "0" })).toEqual(["café", "Depot 100%"]);
    expect((await person.client.call("GET /api/projects/recent")).map(({ name }) => name)).toEqual([
      "café",
      "Bridge",
      "Depot 100%",
    ]);
  });

  it("reads pages near the end of a long list from there, in the same order and without gaps", async () => {
    const person = await world.person();
    const count = 1130;
    await sql`
      with made as (
        insert into projects (code, name, year, created_at, updated_at)
        select 'far' || n, 'Far ' || lpad((n * 7919 % ${count})::text, 5, '0'), 2026,
          now() - (n % 40) * interval '1 day', now() - (n % 30) * interval '1 hour'
        from generate_series(1, ${count}) n returning id)
      insert into project_members (id_project, id_user, role) select id, ${person.id}, 'owner' from made`.execute(
      world.app.database.db,
    );
    for (const sort of projectSorts) {
      const pages: string[][] = [];
      for (let page = 1; page <= 12; page += 1) {
        const found = await listOf(person, { sort, per_page: 100, page });
        expect(found.total).toBe(count);
        pages.push(found.names);
      }
      expect(pages.map(({ length }) => length)).toEqual([...Array<number>(11).fill(100), 30]);
      expect(new Set(pages.flat()).size).toBe(count);
      // A shorter page begins before the rows that are counted from the end.
      const fromStart: string[] = [];
      for (let page = 1; page <= 24; page += 1)
        fromStart.push(...(await listOf(person, { sort, per_page: 50, page })).names);
      expect(fromStart).toEqual(pages.flat());
      expect(await listOf(person, { sort, per_page: 100, page: 40 })).toMatchObject({
        names: [],
        total: count,
      });
      if (sort === "name") expect(pages.flat()).toEqual(pages.flat().toSorted());
    }
  });

  it("finds words in name, description and location as the search compares them, or the whole code", async () => {
    const person = await world.person();
    const depot = await add({ name: "Depot 100%", location: "East quay" }, person);
    await add({ name: "Café_nord", description: "The old quay" }, person);
    await add({ name: "بُرج المرفأ", location: "الدوحة" }, person);
    for (const [search, names] of [
      ["quay", ["Café_nord", "Depot 100%"]],
      ["QUAY old", ["Café_nord"]],
      ["old depot", []],
      ["cafe", ["Café_nord"]],
      ["0%", ["Depot 100%"]],
      ["%", ["Depot 100%"]],
      ["％", ["Depot 100%"]],
      ["_", ["Café_nord"]],
      ["\\", []],
      ["برج", ["بُرج المرفأ"]],
      ["الدوحه", ["بُرج المرفأ"]],
      [depot.code, ["Depot 100%"]],
      [depot.code.slice(1), []],
    ] as const)
      expect(await namesOf(person, { search }), search).toEqual(names);
  });

  it("filters by what the caller may do, matching `can` of each", async () => {
    const person = await world.person();
    await add({ name: "Own" }, person);
    const closed = await add({ name: "Own and closed" }, person);
    await person.client.call("PUT /api/projects/deactivate/{id}", { params: { id: closed.id } });
    for (const role of ["editor", "viewer", "trade"] as const)
      await world.app.join((await add({ name: role })).id, person, role);
    expect(await namesOf(person, { may: "edit" })).toEqual(["Own", "Own and closed"]);
    expect(await namesOf(person, { may: "add_visit" })).toEqual(["editor", "Own"]);
    expect(await namesOf(person, { may: "view_snags" })).toEqual([
      "editor",
      "Own",
      "Own and closed",
      "viewer",
    ]);
    for (const may of projectVerbs)
      for (const reader of [person, world.admin]) {
        const all = await reader.client.call("GET /api/projects", { query: { sort: "name", per_page: 100 } });
        const able = all.items.filter(({ can }) => can[may] === true).map(({ name }) => name);
        expect(await namesOf(reader, { may, per_page: 100 }), may).toEqual(able);
      }
  });

  it("filters by status, approval, own role, type and category, and by all of them together", async () => {
    const person = await world.person();
    const { client } = world.admin;
    const type = await client.call("POST /api/project-types", { body: { name: fresh("Type") } });
    const category = await client.call("POST /api/categories", { body: { name: fresh("Category") } });
    const labels = { id_type: type.id, category_ids: [category.id] };
    const plain = await add({ name: "A plain" }, person);
    const closed = await add({ name: "B closed", ...labels }, person);
    await person.client.call("PUT /api/projects/deactivate/{id}", { params: { id: closed.id } });
    const waiting = await add({ name: "C waiting", id_type: type.id }, person);
    await client.call("PUT /api/projects/invalidate/{id}", { params: { id: waiting.id } });
    const joined = await add({ name: "D joined", ...labels });
    await world.app.join(joined.id, person, "manager");
    for (const [query, names] of [
      [{ active: 0 }, ["B closed"]],
      [{ active: 1 }, ["A plain", "C waiting", "D joined"]],
      [{ validated: "false" }, ["C waiting"]],
      [{ validated: 1 }, ["A plain", "B closed", "D joined"]],
      [{ role: "owner" }, ["A plain", "B closed", "C waiting"]],
      [{ role: "manager" }, ["D joined"]],
      [{ role: "trade" }, []],
      [{ id_type: type.id }, ["B closed", "C waiting", "D joined"]],
      [{ id_category: category.id }, ["B closed", "D joined"]],
      [{ id_type: type.id, id_category: category.id, active: 1, role: "manager" }, ["D joined"]],
    ] as const)
      expect(await namesOf(person, query), JSON.stringify(query)).toEqual(names);
    expect(plain.type).toBeNull();
    expect(await person.client.refused("GET /api/projects", { query: { role: "boss" } })).toMatchObject({
      status: 422,
    });
  });

  it("sorts by last change, creation, name or last visit", async () => {
    const person = await world.person();
    const [one, two, three] = [
      await add({ name: "zwei" }, person),
      await add({ name: "Ähre" }, person),
      await add({ name: "bau" }, person),
    ];
    await addVisit(one.id, "Old", "2026-01-01T08:00:00Z", person);
    await addVisit(two.id, "New", "2026-03-01T08:00:00Z", person);
    await person.client.call("PUT /api/projects/{id}", { params: { id: one.id }, body: { area: 4 } });
    for (const [sort, names] of [
      ["updated", [one, three, two]],
      ["created", [three, two, one]],
      ["name", [two, three, one]],
      ["last_visit", [two, one, three]],
    ] as const)
      expect(await namesOf(person, { sort }), sort).toEqual(names.map(({ name }) => name));
  });

  it("shows a super admin all projects, with their own role in them if any", async () => {
    const admin = await world.person("super_admin");
    const [his, other] = [await add({}, admin), await add()];
    const { items } = await admin.client.call("GET /api/projects", { query: { sort: "created" } });
    expect(items.slice(0, 2)).toMatchObject([
      { id: other.id, role: null, can: { edit: true }, owner: { id_user: world.owner.id } },
      { id: his.id, role: "owner" },
    ]);
    expect(await namesOf(admin, { role: "owner" })).toEqual([his.name]);
  });

  it("keeps the newest eight as recent", async () => {
    const person = await world.person();
    for (let count = 1; count <= 9; count += 1) await add({ name: `Number ${count}` }, person);
    const recent = await person.client.call("GET /api/projects/recent");
    expect(recent.map(({ name }) => name)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((count) => `Number ${count}`),
    );
  });

  it("counts visits and returns the newest date", async () => {
    const { id } = await add();
    await addVisit(id);
    const later = await addVisit(id, "Later", "2026-02-02T08:00:00+03:00");
    expect(await get(id)).toMatchObject({
      visit_count: 2,
      room_count: 0,
      last_visit_date: "2026-02-02T05:00:00.000Z",
    });
    await world.owner.client.call("DELETE /api/visits/{id}", { params: { id: later.id } });
    expect(await get(id)).toMatchObject({ visit_count: 1, last_visit_date: "2026-02-01T08:00:00.000Z" });
  });
});

describe("the map of projects", () => {
  it("returns the caller's projects with a location, newest first, and counts the others", async () => {
    const person = await world.person();
    const place = { latitude: 25.3, longitude: 51.5, location: "Corniche" };
    const one = await add({ ...place, status: "On_Hold" }, person);
    const two = await add({ ...place, latitude: 0 }, person);
    await add({}, person);
    await add(place);
    const gone = await add(place, person);
    await drop(gone.id, person);
    await addVisit(one.id, "Walk", "2026-03-01T08:00:00Z", person);
    const map = await mapOf(person);
    expect(map).toMatchObject({ left_out: 0, without_place: 1 });
    expect(map.points).toEqual([
      expect.objectContaining({ id: two.id, latitude: 0, longitude: 51.5, last_visit_date: null }),
      {
        id: one.id,
        id_project: one.id,
        name: one.name,
        status: "On_Hold",
        location: "Corniche",
        latitude: 25.3,
        longitude: 51.5,
        thumbnail: null,
        last_visit_date: "2026-03-01T08:00:00.000Z",
      },
    ]);
  });

  it("is filtered like the list", async () => {
    const person = await world.person();
    const [one] = [
      await add({ name: "Harbour", latitude: 25, longitude: 51 }, person),
      await add({ name: "Quarry", latitude: 25, longitude: 51 }, person),
    ];
    await add({ name: "Harbour office" }, person);
    const map = await mapOf(person, { search: "harbour" });
    expect(map).toMatchObject({ points: [{ id: one.id }], without_place: 1 });
    expect((await mapOf(person, { status: "Completed" })).points).toEqual([]);
  });
});

describe("a star", () => {
  const star = ({ client }: Person, body: Record<string, unknown>) =>
    client.call("PUT /api/projects/star", { body });

  it("is personal: it toggles, and is set when the call says so", async () => {
    const { id } = await add();
    await world.app.join(id, world.member, "viewer");
    expect(await star(world.owner, { id })).toEqual({ id_project: id, starred: true });
    expect(await get(id)).toMatchObject({ starred: true });
    expect(await get(id, world.member)).toMatchObject({ starred: false });
    expect(await star(world.owner, { id_project: id })).toEqual({ id_project: id, starred: false });
    for (const starred of [1, true, "true"])
      expect(await star(world.owner, { project_id: id, starred })).toEqual({ id_project: id, starred: true });
    expect(await star(world.member, { id, starred: "0" })).toEqual({ id_project: id, starred: false });
    expect(await get(id)).toMatchObject({ starred: true });
  });

  it("is refused on projects the caller cannot see, and needs a target", async () => {
    const { id } = await add();
    const { client } = world.stranger;
    expect(await client.refused("PUT /api/projects/star", { body: { id } })).toMatchObject({ status: 404 });
    expect(await client.refused("PUT /api/projects/star", { body: {} })).toMatchObject({
      status: 422,
      errors: { id_project: ["projects.id_required"] },
    });
  });

  it.each(["PUT /api/projects/bulk-star", "PUT /api/bulk-star"] as const)(
    "is set on many by %s and removed again, skipping those the caller cannot see",
    async (route) => {
      const [one, two, strange] = [await add(), await add(), await add({}, world.stranger)];
      const all = [two.id, one.id, strange.id, 99_999_999, one.id];
      const { client } = world.owner;
      const own = [one.id, two.id];
      expect(await client.call(route, { body: { project_ids: all } })).toEqual({
        project_ids: own,
        starred: true,
      });
      expect((await get(two.id)).starred).toBe(true);
      const stars = await world.app.database.db
        .selectFrom("project_stars")
        .select("id_project")
        .where("id_user", "=", world.owner.id)
        .where("id_project", "in", [strange.id, ...own])
        .execute();
      expect(stars).toHaveLength(2);
      await client.call(route, { body: { ids: [one.id, two.id], starred: 0 } });
      expect((await get(two.id)).starred).toBe(false);
      for (const body of [{}, { project_ids: [] }, { project_ids: ["x"] }])
        expect(await client.refused(route, { body })).toMatchObject({ status: 422 });
    },
  );
});
