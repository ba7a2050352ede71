import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";

let app: TestApp;
let owner: TestClient;
let guest: TestClient;
let project: { id: number };
let site: ReturnType<typeof siteDates>;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  guest = app.guest();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  site = siteDates(app.database.db, project.id);
});

type Visit = { id: number; code: string };
const hallIn = ({ id }: Visit, more: object = {}) => site.room(id, { name: "Hall", ...more });
const ask = (visit: Visit, id_room: number, client: TestClient) =>
  client.call("GET /api/viewer-timeline", { query: { code: visit.code, id_room } });
const codes = async (visit: Visit, id_room: number, client = guest) =>
  (await ask(visit, id_room, client)).map(({ code }) => code);
const hasHistory = async ({ code }: Visit, client = guest) =>
  (await client.call("GET /api/viewer-visit", { query: { code } })).has_history;
const setProject = (values: object) =>
  app.database.db.updateTable("projects").set(values).where("id", "=", project.id).execute();
const setVisit = ({ id }: Visit, values: object) =>
  app.database.db.updateTable("visits").set(values).where("id", "=", id).execute();

describe("the dates of a spot", () => {
  it("are told oldest first with the picture and the north of each, the one asked about among them", async () => {
    const later = await site.visit({ name: "Later", visit_date: new Date("2026-05-02T08:00:00Z") });
    const earlier = await site.visit({ name: "Earlier", visit_date: new Date("2026-03-01T08:00:00Z") });
    const [now, before] = [await hallIn(later, { north: 40 }), await hallIn(earlier, { north: -75 })];
    const told = await ask(later, now, owner);
    expect(told).toMatchObject([
      {
        code: earlier.code,
        visit: "Earlier",
        visit_date: "2026-03-01T08:00:00.000Z",
        id_room: before,
        north: -75,
      },
      { code: later.code, visit: "Later", visit_date: "2026-05-02T08:00:00.000Z", id_room: now, north: 40 },
    ]);
    expect(
      told.map(({ room, picture }) => [room, picture.state, picture.base?.startsWith("/media/")]),
    ).toEqual([
      ["Hall", "ready", true],
      ["Hall", "ready", true],
    ]);
  });

  it("are of pictures that can be shown", async () => {
    const [first, second, third] = [await site.visit(), await site.visit(), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second, { state: "processing" });
    await hallIn(third, { state: "failed" });
    expect(await codes(first, hall, owner)).toEqual([first.code]);
  });

  it("are not of another project, nor of a visit in the bin", async () => {
    const first = await site.visit();
    const hall = await hallIn(first);
    await hallIn(await site.visit({ deleted_at: new Date() }));
    const other = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const elsewhere = siteDates(app.database.db, other.id);
    await elsewhere.room((await elsewhere.visit()).id, { name: "Hall" });
    expect(await codes(first, hall, owner)).toEqual([first.code]);
    expect(await hasHistory(first, owner)).toBe(false);
  });

  it("are told by no wrong link, of no room that is not there, and of none elsewhere", async () => {
    const first = await site.visit();
    const hall = await hallIn(first);
    const project = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const elsewhere = siteDates(app.database.db, project.id);
    const other = await elsewhere.room((await elsewhere.visit()).id, { name: "Hall" });
    for (const query of [
      { code: first.code, id_room: other },
      { code: "wrongcode1", id_room: hall },
      { code: first.code, id_room: 999_999 },
    ])
      expect(await owner.refused("GET /api/viewer-timeline", { query })).toMatchObject({ status: 404 });
  });
});

describe("a guest with one link", () => {
  it("of a private project is told of no other date, and that there is none", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second);
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await hasHistory(first)).toBe(false);
    // A member is told of both.
    expect(await codes(first, hall, owner)).toEqual([first.code, second.code]);
    expect(await hasHistory(first, owner)).toBe(true);
  });

  it("is told of none by a binding either", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const [hall, there] = [await site.room(first.id), await site.room(second.id)];
    await owner.call("PUT /api/visits/bind-hotspot", {
      body: { id_room: hall, id_visit: second.id, id_target_room: there },
    });
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await codes(first, hall, owner)).toEqual([first.code, second.code]);
  });

  it("goes on to other dates when the visit is shared with its history, and only from that visit", async () => {
    const [first, second] = [await site.visit({ share_history: true }), await site.visit()];
    const [hall, there] = [await hallIn(first), await hallIn(second)];
    expect(await codes(first, hall)).toEqual([first.code, second.code]);
    expect(await hasHistory(first)).toBe(true);
    expect(await codes(second, there)).toEqual([second.code]);
    expect(await hasHistory(second)).toBe(false);
  });

  it("who has gone on to another date goes on from there by the link he has, and by no other", async () => {
    const [first, second, third] = [
      await site.visit({ share_history: true }),
      await site.visit(),
      await site.visit({ access: "members" }),
    ];
    const hall = await hallIn(first);
    const [there, hidden] = [await hallIn(second), await hallIn(third)];
    expect((await ask(first, there, guest)).map(({ id_room }) => id_room)).toEqual([hall, there]);
    for (const query of [
      { code: first.code, id_room: hidden },
      { code: second.code, id_room: hall },
      { code: second.code, id_room: hidden },
    ])
      expect(await guest.refused("GET /api/viewer-timeline", { query })).toMatchObject({ status: 404 });
  });

  it("of a public project goes on to all that their own links would open", async () => {
    await setProject({ is_public: true });
    const open = await site.visit();
    const hall = await hallIn(open);
    const other = await site.visit({ share_expires_at: new Date(Date.now() + 3_600_000) });
    await hallIn(other);
    await hallIn(await site.visit({ access: "members" }));
    await hallIn(await site.visit({ share_password_hash: "scrypt$x" }));
    await hallIn(await site.visit({ share_expires_at: new Date(Date.now() - 1000) }));
    expect(await codes(open, hall)).toEqual([open.code, other.code]);
    expect(await codes(open, hall, owner)).toHaveLength(5);
  });

  it.each([
    { access: "members" },
    { share_password_hash: "scrypt$x" },
    { share_expires_at: new Date(0) },
  ] as const)("is not led on to a visit that has become %o", async (closed) => {
    const [first, second] = [await site.visit({ share_history: true }), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second);
    expect(await codes(first, hall)).toEqual([first.code, second.code]);
    await setVisit(second, closed);
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await hasHistory(first)).toBe(false);
    // Its project being public opens nothing that its own link does not.
    await setProject({ is_public: true });
    expect(await codes(first, hall)).toEqual([first.code]);
  });

  it("is told nothing by a link that does not open", async () => {
    const first = await site.visit({ share_history: true });
    const hall = await hallIn(first);
    await hallIn(await site.visit());
    const query = { code: first.code, id_room: hall };
    await setVisit(first, { share_password_hash: "scrypt$x" });
    expect(await guest.refused("GET /api/viewer-timeline", { query })).toMatchObject({
      code: "VISIT_PASSWORD",
    });
    await setVisit(first, { share_expires_at: new Date(0) });
    expect(await guest.refused("GET /api/viewer-timeline", { query })).toMatchObject({
      code: "VISIT_EXPIRED",
    });
    await setVisit(first, { access: "members" });
    expect(await guest.refused("GET /api/viewer-timeline", { query })).toMatchObject({ status: 404 });
  });
});

describe("somebody signed in", () => {
  it("who is no member, or may not see the visits, is told what a guest is told", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second);
    const [stranger, blinded, looker] = [await app.user(), await app.user(), await app.user()];
    await app.join(project.id, blinded, "viewer");
    await app.join(project.id, looker, "viewer");
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", blinded.id)
      .execute();
    for (const person of [stranger, blinded])
      expect(await codes(first, hall, await app.as(person))).toEqual([first.code]);
    expect(await codes(first, hall, await app.as(looker))).toEqual([first.code, second.code]);
  });
});

describe("the plans of a shared visit", () => {
  it("show the rooms of this visit alone, each on its own plan", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const [ground, above] = [await site.sheet(), await site.sheet()];
    const hall = await site.room(first.id, { at: [ground, 0.25, 0.5] });
    const loft = await site.room(first.id, { at: [above, 0.5, 0.5] });
    await site.room(first.id, { at: [above, 0.1, 0.1], state: "failed" });
    await site.room(second.id, { at: [ground, 0.75, 0.5] });
    await site.room(first.id);
    const { sheets } = await guest.call("GET /api/viewer-visit", { query: { code: first.code } });
    expect(sheets.map(({ id_sheet, rooms }) => [id_sheet, rooms])).toEqual([
      [ground, [{ id_room: hall, x: 0.25, y: 0.5, heading: null }]],
      [above, [{ id_room: loft, x: 0.5, y: 0.5, heading: null }]],
    ]);
    expect(sheets[0]?.image).toMatch(/^\/media\//);
  });

  it("are not for a member from whom plans are withheld", async () => {
    const visit = await site.visit();
    await site.room(visit.id, { at: [await site.sheet(), 0.25, 0.5] });
    const person = await app.user();
    await app.join(project.id, person, "viewer");
    const client = await app.as(person);
    const query = { code: visit.code };
    expect((await client.call("GET /api/viewer-visit", { query })).sheets).toHaveLength(1);
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["sheets.view"] })
      .where("id_user", "=", person.id)
      .execute();
    expect((await client.call("GET /api/viewer-visit", { query })).sheets).toEqual([]);
  });
});
