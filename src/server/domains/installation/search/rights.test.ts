import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchTypes } from "#contract/kinds.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
let overseer: TestClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  stranger = await app.as(await app.user({ role: "administrator" }));
  overseer = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

const project = (name: string, client = owner) => client.call("POST /api/projects", { body: { name } });
const visit = (id_project: number, name: string) =>
  owner.call("POST /api/visits", { body: { id_project, name, visit_date: "2026-02-01T08:00:00Z" } });

/** All that any search call returns to this user for these words. */
async function told(client: TestClient, q: string): Promise<string> {
  const search = async (page: number) => {
    const { items, counts, has_more, is_approximate } = await client.call("POST /api/search/global", {
      body: { q, page, per_page: 1, counts: true },
    });
    return { items, counts, has_more, is_approximate };
  };
  return JSON.stringify([
    // One after the other: of one user's parallel searches a slow one is replaced by the newer one.
    await search(1),
    await search(2),
    await client.call("GET /api/search/suggestions", { query: { q } }),
    await client.call("GET /api/search/recent"),
    await client.call("GET /api/search/popular"),
  ]);
}

const nothing = JSON.stringify([
  ...[1, 2].map(() => ({
    items: [],
    counts: Object.fromEntries(searchTypes.map((type) => [type, 0])),
    has_more: false,
    is_approximate: false,
  })),
  [],
  [],
  [],
]);

describe("search returns nothing that the user may not see", () => {
  it("returns nothing to a stranger: no hit, count, page, suggestion, near spelling or popular word", async () => {
    const secret = await project("Obelisk");
    const walk = await visit(secret.id, "Obelisk crypt");
    for (const q of [
      "obelisk",
      "Obelisk crypt",
      "obe",
      "ob",
      "o",
      "obleisk",
      "elisk",
      secret.code,
      walk.code,
      secret.code.slice(2, 8),
    ])
      expect(await told(stranger, q), q).toBe(nothing);
    expect(await told(owner, "obelisk")).toContain(walk.code);
    expect(await told(overseer, "obelisk")).toContain(walk.code);
  });

  it("finds a project's content for a member until they are removed", async () => {
    const site = await project("Ziggurat");
    await visit(site.id, "Ziggurat stairs");
    const person = await app.user();
    const member = await app.as(person);
    expect(await told(member, "ziggurat")).toBe(nothing);
    await app.join(site.id, person, "trade");
    expect(await told(member, "ziggurat")).toContain("Ziggurat stairs");
    await app.database.db
      .deleteFrom("project_members")
      .where("id_user", "=", person.id)
      .where("id_project", "=", site.id)
      .execute();
    expect(await told(member, "ziggurat")).toBe(nothing);
    expect(await told(member, "zigurrat")).toBe(nothing);
  });

  it("finds nothing in the bin, with all its content, for anyone including a super admin", async () => {
    const site = await project("Pantheon");
    const walk = await visit(site.id, "Oculus of it");
    await owner.call("DELETE /api/visits/{id}", { params: { id: walk.id } });
    for (const client of [owner, overseer]) expect(await told(client, "oculus")).toBe(nothing);
    await visit(site.id, "Portico of it");
    await owner.call("DELETE /api/projects/{id}", { params: { id: site.id } });
    for (const client of [owner, overseer])
      for (const q of ["pantheon", "portico", site.code]) expect(await told(client, q), q).toBe(nothing);
  });

  it("holds for a user who sees so much that the common paths are used", async () => {
    const { db } = app.database;
    // A new user: the strategy is remembered for a minute.
    const owner = await app.as(await app.user({ role: "administrator" }));
    const visible = await project("Many", owner);
    const hidden = await project("Many hidden", stranger);
    const rows = (id_project: number, name: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        code: `${name}${n}`,
        id_project,
        id_user: null,
        name: `Swarm ${name} ${n}`,
        description: "",
        visit_date: new Date(),
        deleted_at: null,
      }));
    for (let at = 0; at < 21; at += 1)
      await db
        .insertInto("visits")
        .values(rows(visible.id, `m${at}x`, 1000))
        .execute();
    await db
      .insertInto("visits")
      .values(rows(hidden.id, "a", 500))
      .execute();
    await sql`analyze search_items`.execute(db);
    for (const q of ["swarm", "sw", "swarm a", "warm", "swarm a 7", "a7", "swrma"])
      for (const page of [1, 2, 5]) {
        const found = await owner.call("POST /api/search/global", { body: { q, page, counts: true } });
        expect(JSON.stringify(found.items), q).not.toContain("Swarm a ");
      }
    const { items } = await owner.call("POST /api/search/global", { body: { q: "swarm" } });
    expect(items.map(({ title }) => title).slice(0, 3)).toEqual([
      "Swarm m0x 0",
      "Swarm m0x 1",
      "Swarm m0x 10",
    ]);
    const all = await overseer.call("POST /api/search/global", { body: { q: "swarm" } });
    expect(all.items.map(({ title }) => title).slice(0, 3)).toEqual(["Swarm a 0", "Swarm a 1", "Swarm a 10"]);
    expect((await owner.call("POST /api/search/global", { body: { q: "swarm a 7" } })).items).toEqual([]);
  });

  it("asks a guest to sign in", async () => {
    const guest = app.guest();
    for (const route of [
      "POST /api/search/global",
      "POST /api/search/recent",
      "DELETE /api/search/recent",
    ] as const)
      expect((await guest.refused(route, { body: { q: "a" } })).status).toBe(401);
    for (const route of [
      "GET /api/search/suggestions",
      "GET /api/search/recent",
      "GET /api/search/popular",
    ] as const)
      expect((await guest.refused(route)).status).toBe(401);
  });
});

describe("recent searches", () => {
  it("are the user's own, the newest ten, each once, and deleted one by one or all", async () => {
    const client = await app.as(await app.user());
    for (let n = 1; n <= 12; n += 1)
      await client.call("POST /api/search/recent", { body: { q: `term ${n}` } });
    const list = await client.call("POST /api/search/recent", { body: { q: " TERM 5 " } });
    expect(list).toEqual(["TERM 5", ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map((n) => `term ${n}`)]);
    expect(await stranger.call("GET /api/search/recent")).toEqual([]);
    expect(await client.call("GET /api/search/suggestions", { query: { q: "term 1" } })).toEqual(
      ["term 12", "term 11", "term 10"].map((text) => ({ text, is_recent: true })),
    );
    expect(await client.call("DELETE /api/search/recent", { query: { q: "term 12" } })).not.toContain(
      "term 12",
    );
    expect(await client.call("DELETE /api/search/recent")).toEqual([]);
  });

  it("of three users make a word popular, for users who would find something by it, and of two do not", async () => {
    const site = await project("Lighthouse");
    const people = await Promise.all([1, 2, 3].map(async () => app.as(await app.user())));
    for (const [at, client] of people.entries()) {
      await client.call("POST /api/search/recent", { body: { q: "lighthouse" } });
      const isKnown = (await owner.call("GET /api/search/popular")).includes("lighthouse");
      expect(isKnown, `${at + 1} people`).toBe(at === 2);
    }
    expect(await stranger.call("GET /api/search/popular")).toEqual([]);
    await owner.call("PUT /api/projects/{id}", { params: { id: site.id }, body: { name: "Tower" } });
    expect(await owner.call("GET /api/search/popular"), "nothing is found any more").toEqual([]);
    await project("Lighthouse of the north");
    expect(await owner.call("GET /api/search/popular")).toEqual(["lighthouse"]);
    await people[0]?.call("DELETE /api/search/recent");
    expect(await owner.call("GET /api/search/popular")).toEqual([]);
  });

  it("stop being popular when they are deleted, also where there are so many that candidates are kept", async () => {
    const { db } = app.database;
    await project("Beacon");
    await sql`
      insert into search_terms (norm, id_user, text)
      select 'filler ' || n, u.id, 'Filler' from users u, generate_series(1, 20000) n
      where u.id = (select min(id) from users)`.execute(db);
    const people = await Promise.all([1, 2, 3].map(async () => app.as(await app.user())));
    for (const client of people) await client.call("POST /api/search/recent", { body: { q: "beacon" } });
    await sql`analyze search_terms`.execute(db);
    expect(await owner.call("GET /api/search/popular")).toEqual(["beacon"]);
    await people[0]?.call("DELETE /api/search/recent");
    expect(await owner.call("GET /api/search/popular")).toEqual([]);
    await sql`delete from search_terms where norm like 'filler %'`.execute(db);
  });
});
