import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { panorama } from "#test/pictures.ts";
import { bell, buildTeam, type Person, person, type TestTeam } from "./team.fixture.ts";

let app: TestApp;
let team: TestTeam;
let visit: { id: number; code: string };
let room: number;
/** A member from whom the sight of visits is withheld. */
let blind: Person;
/** Another in the same project, with it. */
let seeing: Person;

beforeAll(async () => {
  app = await testApp();
  team = await buildTeam(app);
  [blind, seeing] = [team.editor, team.viewer];
  await set(false);
  visit = await addVisit("Scaffold week twelve");
  const reply = await team.owner.client.upload(
    "POST /api/rooms",
    { id_visit: String(visit.id) },
    { file: { name: "hall.jpg", bytes: await panorama() } },
  );
  room = (reply.body as { data: { id: number } }).data.id;
});
afterAll(() => app.close());

const set = (isGiven: boolean) =>
  team.owner.client.call("PUT /api/team-members/update-permissions", {
    body: { id_project: team.id_project, id_user: blind.id, permissions: { "visits.view": isGiven } },
  });
const addVisit = (name: string) =>
  team.owner.client.call("POST /api/visits", {
    body: { id_project: team.id_project, name, visit_date: "2026-02-01T08:00:00Z" },
  });
const listed = async ({ client }: Person) => (await client.call("GET /api/visits")).total;
const found = async ({ client }: Person) => {
  const all = { q: "scaffold", counts: true } as const;
  const { items, counts } = await client.call("POST /api/search/global", { body: all });
  return { items: items.map(({ type }) => type), visits: counts?.visit };
};
const codes = async ({ client }: Person) => {
  const calls = [
    client.raw("GET /api/visits/{id}", { params: { id: visit.id } }),
    client.raw("GET /api/visits/{id}", { params: { id: visit.code } }),
    client.raw("PUT /api/visits/star", { body: { id: visit.id, starred: 1 } }),
    client.raw("POST /api/broadcasting/auth", {
      body: { socket_id: "1.1", channel_name: `presence-visit-${visit.id}` },
    }),
  ];
  return (await Promise.all(calls)).map(({ status, body }) => [status, (body as { code?: string }).code]);
};

describe("A member from whom the sight of visits is withheld", () => {
  it("finds none in lists, by their number or code, in the search, among stars or on their channels.", async () => {
    expect(await listed(blind)).toBe(0);
    expect(await found(blind)).toEqual({ items: [], visits: 0 });
    expect(await codes(blind)).toEqual([
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
      [403, "FORBIDDEN"],
    ]);
    expect(await listed(seeing)).toBe(1);
    expect(await found(seeing)).toEqual({ items: ["visit"], visits: 1 });
    expect((await codes(seeing)).map(([status]) => status)).toEqual([200, 200, 200, 200]);
  });

  it("still finds the project itself.", async () => {
    const { items } = await blind.client.call("POST /api/search/global", { body: { q: "palm" } });
    expect(items.map(({ type }) => type)).toEqual(["project"]);
    const project = await blind.client.call("GET /api/projects/{id}", { params: { id: team.id_project } });
    expect(project).toMatchObject({
      role: "editor",
      can: { view: true, view_visits: false, add_visit: false },
    });
  });

  it("sees no trace of them on the project either: no picture, no number, no date.", async () => {
    const nothing = { thumbnail: null, cover: null, visit_count: 0, room_count: 0, last_visit_date: null };
    const { items } = await blind.client.call("GET /api/projects");
    expect(items).toMatchObject([nothing]);
    expect(
      await blind.client.call("GET /api/projects/{id}", { params: { id: team.id_project } }),
    ).toMatchObject(nothing);
    const { items: seen } = await seeing.client.call("GET /api/projects");
    expect(seen).toMatchObject([{ visit_count: 1, room_count: 1 }]);
  });

  it("changes none: not the visit, not its rooms, and adds no other.", async () => {
    const { client } = blind;
    const unseen = { status: 404, code: "NOT_FOUND" };
    const params = { id: visit.id };
    expect(await client.refused("PUT /api/visits/{id}", { params, body: { name: "Mine" } })).toMatchObject(
      unseen,
    );
    expect(await client.refused("DELETE /api/visits/{id}", { params })).toMatchObject(unseen);
    expect(await client.refused("DELETE /api/rooms/{id}", { params: { id: room } })).toMatchObject(unseen);
    const body = { id_project: team.id_project, name: "Another", visit_date: "2026-02-01T08:00:00Z" };
    expect(await client.refused("POST /api/visits", { body })).toMatchObject({
      status: 403,
      code: "VISIT_EDIT_DENIED",
    });
  });

  it("gets no notifications of them, while the others do.", async () => {
    await addVisit("Scaffold week thirteen");
    const told = async (who: Person) =>
      (await bell(who)).filter(({ kind }) => kind === "visit_created").length;
    expect(await told(seeing)).toBeGreaterThan(0);
    expect(await told(blind)).toBe(0);
  });

  it("sees them all after it is given back.", async () => {
    await set(true);
    expect(await listed(blind)).toBe(2);
    expect(await found(blind)).toEqual({ items: ["visit", "visit"], visits: 2 });
    expect((await codes(blind)).map(([status]) => status)).toEqual([200, 200, 200, 200]);
    await blind.client.call("PUT /api/visits/{id}", { params: { id: visit.id }, body: { name: "Mine" } });
  });
});

describe("A user with many visible records", () => {
  it("is refused what is withheld by every path of the search, in long lists and in short ones.", async () => {
    const many = await buildTeam(app);
    const { db } = app.database;
    const addVisits = (id_project: number, name: string, count: number) =>
      sql`insert into visits (id_project, id_user, name, code, description, visit_date)
        select ${id_project}, ${many.owner.id}, 'Gantry ' || ${name} || ' ' || n, 'gantry' || ${name} || n, '', now()
        from generate_series(1, ${count}::int) n`.execute(db);
    const open = await many.owner.client.call("POST /api/projects", { body: { name: "Open yard" } });
    await app.join(open.id, many.viewer, "viewer");
    await addVisits(many.id_project, "hidden", 300);
    // So many that the visible ones are not checked one by one.
    await addVisits(open.id, "open", 20_050);
    await sql`analyze search_items`.execute(db);
    await many.owner.client.call("PUT /api/team-members/update-permissions", {
      body: { id_project: many.id_project, id_user: many.viewer.id, permissions: { "visits.view": false } },
    });
    for (const q of ["gantry", "ga", "gantry hidden", "ganrty", "gantryhidden7", "Gantry hidden 7"]) {
      const { items } = await many.viewer.client.call("POST /api/search/global", {
        body: { q, counts: true },
      });
      expect(JSON.stringify(items), q).not.toContain("hidden");
    }
    const suggested = await many.viewer.client.call("GET /api/search/suggestions", {
      query: { q: "gantry h" },
    });
    expect(JSON.stringify(suggested)).not.toContain("hidden");
    const { counts } = await many.viewer.client.call("POST /api/search/global", {
      body: { q: "gantry", counts: true },
    });
    expect(counts?.visit, "as far as is counted").toBeGreaterThan(90);
  });
});

describe("A user who may not see the team", () => {
  it("writes to those who may change it, answers those who wrote to them, and sees no one else.", async () => {
    const other = await buildTeam(app);
    const { trade, owner, manager, editor, viewer } = other;
    const names = async ({ client }: Person) =>
      (await client.call("GET /api/messages/recipients")).map(({ id }) => id).toSorted((a, b) => a - b);
    const chiefs = (await db().where("role", "=", "super_admin").execute()).map(({ id }) => id);
    const sorted = (...people: Person[]) =>
      [...people.map(({ id }) => id), ...chiefs].toSorted((a, b) => a - b);
    expect(await names(trade)).toEqual(sorted(owner, manager));
    expect(await names(viewer)).toEqual(sorted(owner, manager, editor, trade));
    const write = (from: Person, to: Person) =>
      from.client.raw("POST /api/messages", { body: { recipient_id: to.id, content: "The gate is open." } });
    expect((await write(trade, editor)).status).toBe(403);
    expect((await write(editor, trade)).status).toBe(201);
    expect((await write(trade, editor)).status).toBe(201);
    expect(await names(trade)).toEqual(sorted(owner, manager, editor));
    expect(await names(await person(app))).toEqual(chiefs);
  });
});

const db = () => app.database.db.selectFrom("users").select("id");
