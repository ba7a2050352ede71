import { describe, expect, it } from "vitest";
import { crewLimits } from "#contract/crews.limits.ts";
import { unzip } from "#test/zip.ts";
import { crewsWorld, newPerson, type Person } from "./crews.fixture.ts";

const world = crewsWorld();
const { crew, pin, get, put, steps } = world;

const list = (by: Person = world.is.owner, query: Record<string, unknown> = {}) =>
  by.client.call("GET /api/crews", { query });
const one = (id: number, by: Person = world.is.owner) =>
  by.client.call("GET /api/crews/{id}", { params: { id } });

describe("a crew", () => {
  it("is created, renamed, archived and deleted by those who manage the team, and recorded", async () => {
    const { owner, editor, id_project } = world.is;
    const made = await crew();
    expect(made).toMatchObject({ name: "Tilers", trade: "Tiling", is_archived: false, open_snags: 0 });
    expect(made.projects.map(({ id }) => id)).toEqual([id_project]);
    const params = { id: made.id };
    const body = { name: "Stone team" };
    expect(await editor.client.refused("PUT /api/crews/{id}", { params, body })).toMatchObject({
      code: "CREW_EDIT_DENIED",
    });
    const renamed = await owner.client.call("PUT /api/crews/{id}", { params, body });
    expect(renamed).toMatchObject({ name: "Stone team", version: made.version + 1 });
    expect(
      await owner.client.refused("PUT /api/crews/{id}", { params, body: { ...body, name: "X", version: 1 } }),
    ).toMatchObject({ code: "CONFLICT" });
    await owner.client.call("PUT /api/crews/{id}", { params, body: { is_archived: true } });
    const ids = async (query: Record<string, unknown>) =>
      (await list(owner, { id_project, per_page: 100, ...query })).items.map(({ id }) => id);
    expect(await ids({})).not.toContain(made.id);
    expect(await ids({ archived: 1 })).toContain(made.id);
    await owner.client.call("DELETE /api/crews/{id}", { params });
    expect(await owner.client.refused("GET /api/crews/{id}", { params })).toMatchObject({ status: 404 });
    const log = await owner.client.call("GET /api/projects/{id}/activity", {
      params: { id: id_project },
      query: {},
    });
    const actions = log.items
      .filter(({ action, subject }) => action.startsWith("crew.") && subject?.id === made.id)
      .map(({ action }) => action);
    expect(actions).toEqual(["crew.deleted", "crew.changed", "crew.changed", "crew.created"]);
  });

  it("shows the addresses of its people to those who may edit it, and in part to others who see snags", async () => {
    const { owner, viewer, trade } = world.is;
    const { id } = await crew([
      newPerson({ name: "Anwar", email: "Anwar@Example.org", phone: "00966 50 123-4567" }),
      newPerson({ name: "bilal@example.org", email: "bilal@example.org" }),
    ]);
    expect((await one(id, owner)).people).toMatchObject([
      { name: "Anwar", email: "anwar@example.org", phone: "+966501234567" },
      { name: "bilal@example.org", email: "bilal@example.org" },
    ]);
    const seen = await one(id, viewer);
    expect(seen.can).toEqual({ view: true, edit: false });
    expect(seen.people).toMatchObject([
      { name: "Anwar", email: "a•••@e•••.org", phone: "+966•••67" },
      { name: "b•••@e•••.org", email: "b•••@e•••.org" },
    ]);
    expect(await trade.client.refused("GET /api/crews/{id}", { params: { id } })).toMatchObject({
      status: 404,
    });
  });

  it("accepts no person without an address, with an invalid one, or with one that is there already", async () => {
    const { owner } = world.is;
    const made = await crew([newPerson({ email: "one@example.org", phone: "+966500000009" })]);
    const add = (body: Record<string, unknown>) =>
      owner.client.refused("POST /api/crews/{id}/people", { params: { id: made.id }, body });
    expect(await add({ name: "Omar" })).toMatchObject({ errors: { email: ["crews.address_required"] } });
    expect(await add({ name: "Omar", phone: "0501234567" })).toMatchObject({
      errors: { phone: ["crews.phone_invalid"] },
    });
    expect(await add({ name: "Omar", email: "ONE@example.org" })).toMatchObject({
      errors: { email: ["crews.person_known"] },
    });
    expect(await add({ name: "Omar", phone: "+966 500 000 009" })).toMatchObject({
      errors: { phone: ["crews.person_known"] },
    });
    expect(await add({ name: " ", email: "two@example.org" })).toMatchObject({
      errors: { name: ["crews.person_required"] },
    });
  });

  it("has a limited number of people", async () => {
    const { owner } = world.is;
    const made = await crew([]);
    await world
      .db()
      .insertInto("crew_people")
      .values(
        Array.from({ length: crewLimits.people }, (_, n) => ({
          id_crew: made.id,
          name: `Worker ${n}`,
          email: `w${n}@example.org`,
          phone: null,
        })),
      )
      .execute();
    const body = newPerson();
    expect(
      await owner.client.refused("POST /api/crews/{id}/people", { params: { id: made.id }, body }),
    ).toMatchObject({ code: "CREW_FULL" });
  });

  it("takes people from CSV, skips rows that cannot be added, and adds nothing when it only checks", async () => {
    const { owner } = world.is;
    const made = await crew([newPerson({ email: "known@example.org" })]);
    const csv = [
      "\ufeffPhone;Name;E-mail;Language",
      "+966 55 000 1111;Salim;;Urdu",
      ";Known;known@example.org;en",
      ";Nameless;;",
      "12;Wrong;;",
      ';"Rahim; junior";rahim@example.org;bn',
      ";Klingon;k@example.org;tlh",
      "",
    ].join("\r\n");
    const run = (check: boolean) =>
      owner.client.call("POST /api/crews/{id}/people/import", {
        params: { id: made.id },
        body: { csv, check },
      });
    const skipped = [
      { row: 3, name: "Known", problem: "double" },
      { row: 4, name: "Nameless", problem: "address" },
      { row: 5, name: "Wrong", problem: "phone" },
      { row: 7, name: "Klingon", problem: "language" },
    ];
    const checked = await run(true);
    expect(checked).toMatchObject({ added: 2, skipped });
    expect(checked.crew.people).toHaveLength(1);
    const done = await run(false);
    expect(done).toMatchObject({ added: 2, skipped });
    expect(done.crew.people.map(({ name, language }) => [name, language])).toContainEqual(["Salim", "ur"]);
    expect(done.crew.people.map(({ name }) => name)).toContain("Rahim; junior");
    expect((await run(false)).added).toBe(0);
  });
});

describe("a crew of two projects", () => {
  it("is changed only by those who manage both, because a new person sees the snags of each", async () => {
    const { owner } = world.is;
    const made = await crew();
    const manager = await world.member("manager");
    const other = await owner.client.call("POST /api/projects", {
      body: { name: "Second site", latitude: 24.7, longitude: 46.7 },
    });
    const attach = { params: { id: other.id, crew: made.id }, body: {} };
    const body = newPerson();
    await manager.client.call("POST /api/crews/{id}/people", { params: { id: made.id }, body });
    const attached = await owner.client.call("PUT /api/projects/{id}/crews/{crew}", attach);
    expect(attached.projects).toHaveLength(2);
    expect(
      await manager.client.refused("POST /api/crews/{id}/people", {
        params: { id: made.id },
        body: newPerson(),
      }),
    ).toMatchObject({ code: "CREW_EDIT_DENIED" });
    // The other project is not named to them either.
    expect((await one(made.id, manager)).projects).toHaveLength(1);
    await owner.client.call("DELETE /api/projects/{id}/crews/{crew}", {
      params: { id: other.id, crew: made.id },
    });
    await manager.client.call("POST /api/crews/{id}/people", {
      params: { id: made.id },
      body: newPerson(),
    });
  });

  it("cannot be attached to a project of another account", async () => {
    const { owner, app } = world.is;
    const made = await crew();
    const stranger = await app.user({ role: "administrator" });
    const theirs = await (await app.as(stranger)).call("POST /api/projects", {
      body: { name: "Elsewhere", latitude: 24.7, longitude: 46.7 },
    });
    await app.join(theirs.id, owner, "manager");
    expect(
      await owner.client.refused("PUT /api/projects/{id}/crews/{crew}", {
        params: { id: theirs.id, crew: made.id },
        body: {},
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe("a snag of a crew", () => {
  it("is assigned, filtered, offered and recorded beside its assignee", async () => {
    const { owner, trade, id_project } = world.is;
    const made = await crew();
    const choices = await owner.client.call("GET /api/annotations/choices", { query: { id_project } });
    expect(choices.crews).toContainEqual({ id: made.id, name: "Tilers", trade: "Tiling" });
    const { id } = await pin({ id_assignee: trade.id });
    await put(id, { id_crew: made.id });
    expect(await get(id)).toMatchObject({
      crew: { id: made.id, name: "Tilers" },
      assignee: { id_user: trade.id },
      dispute: "",
    });
    expect((await steps(id))[0]?.changes).toEqual([{ field: "crew", from: null, to: "Tilers" }]);
    expect((await world.list({ id_project, id_crew: made.id })).items.map((snag) => snag.id)).toEqual([id]);
    expect((await one(made.id)).open_snags).toBe(1);
    await owner.client.call("DELETE /api/crews/{id}", { params: { id: made.id } });
    expect(await get(id)).toMatchObject({ crew: null });
    expect((await steps(id))[0]).toMatchObject({
      author: { id_user: owner.id },
      changes: [{ field: "crew", from: "Tilers", to: null }],
    });
  });

  it("accepts no crew of another project, no archived one and no deleted one", async () => {
    const { owner } = world.is;
    const made = await crew();
    const other = await owner.client.call("POST /api/projects", {
      body: { name: "Third site", latitude: 24.7, longitude: 46.7 },
    });
    const theirs = await owner.client.call("POST /api/crews", {
      body: { id_project: other.id, name: "Painters" },
    });
    const { id } = await pin();
    await owner.client.call("PUT /api/crews/{id}", {
      params: { id: made.id },
      body: { is_archived: true },
    });
    for (const id_crew of [theirs.id, made.id, 99_999_999])
      expect(await world.refusedPut(id, { id_crew })).toMatchObject({
        errors: { id_crew: ["crews.crew_elsewhere"] },
      });
  });

  it("is given a crew by editors of snags, not by those who may only answer it", async () => {
    const { trade, editor } = world.is;
    const made = await crew();
    const { id } = await pin({ id_assignee: trade.id });
    expect(await world.refusedPut(id, { id_crew: made.id }, trade)).toMatchObject({
      code: "SNAG_EDIT_DENIED",
    });
    await put(id, { id_crew: made.id }, editor);
  });
});

describe("an export of the project", () => {
  it("lists its crews, with addresses as its reader sees them, and no links", async () => {
    const { code } = await world.linked(newPerson({ name: "Ravi Kumar", email: "ravi@site.example" }));
    const facts = async ({ client }: Person) => {
      const { url } = client.address("GET /api/projects/export/{id}", {
        params: { id: world.is.id_project },
      });
      const reply = await fetch(url, { headers: { cookie: client.cookie() } });
      const zip = await unzip(new Uint8Array(await reply.arrayBuffer()));
      const text = zip.get("project.json")?.bytes.toString() ?? "{}";
      expect(text).not.toContain(code);
      const { crews = [] } = JSON.parse(text) as { crews?: { people: { email: string }[] }[] };
      return crews.flatMap(({ people }) => people.map(({ email }) => email));
    };
    expect(await facts(world.is.owner)).toContain("ravi@site.example");
    expect(await facts(world.is.editor)).toContain("r•••@s•••.example");
  });
});
