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
  it("are returned oldest first with the picture and the north of each, including the requested one", async () => {
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

  it("include only pictures that can be shown", async () => {
    const [first, second, third] = [await site.visit(), await site.visit(), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second, { state: "processing" });
    await hallIn(third, { state: "failed" });
    expect(await codes(first, hall, owner)).toEqual([first.code]);
  });

  it("exclude other projects, and visits in the bin", async () => {
    const first = await site.visit();
    const hall = await hallIn(first);
    await hallIn(await site.visit({ deleted_at: new Date() }));
    const other = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const elsewhere = siteDates(app.database.db, other.id);
    await elsewhere.room((await elsewhere.visit()).id, { name: "Hall" });
    expect(await codes(first, hall, owner)).toEqual([first.code]);
    expect(await hasHistory(first, owner)).toBe(false);
  });

  it("are not returned by a wrong link, for a missing room, or for one of another project", async () => {
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
  it("of a private project gets no other date, and no hint of any", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second);
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await hasHistory(first)).toBe(false);
    // A member gets both.
    expect(await codes(first, hall, owner)).toEqual([first.code, second.code]);
    expect(await hasHistory(first, owner)).toBe(true);
  });

  it("gets none by a binding either", async () => {
    const [first, second] = [await site.visit(), await site.visit()];
    const [hall, there] = [await site.room(first.id), await site.room(second.id)];
    await owner.call("PUT /api/visits/bind-hotspot", {
      body: { id_room: hall, id_visit: second.id, id_target_room: there },
    });
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await codes(first, hall, owner)).toEqual([first.code, second.code]);
  });

  it("reaches other dates when the visit is shared with its history, and only from that visit", async () => {
    const [first, second] = [await site.visit({ share_history: true }), await site.visit()];
    const [hall, there] = [await hallIn(first), await hallIn(second)];
    expect(await codes(first, hall)).toEqual([first.code, second.code]);
    expect(await hasHistory(first)).toBe(true);
    expect(await codes(second, there)).toEqual([second.code]);
    expect(await hasHistory(second)).toBe(false);
  });

  it("continues from another date by the same link, and by no other", async () => {
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

  it("of a public project reaches all dates that their own links would open", async () => {
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
  ] as const)("does not reach a visit that has become %o", async (closed) => {
    const [first, second] = [await site.visit({ share_history: true }), await site.visit()];
    const hall = await hallIn(first);
    await hallIn(second);
    expect(await codes(first, hall)).toEqual([first.code, second.code]);
    await setVisit(second, closed);
    expect(await codes(first, hall)).toEqual([first.code]);
    expect(await hasHistory(first)).toBe(false);
    // A public project opens no visit that its own link does not.
    await setProject({ is_public: true });
    expect(await codes(first, hall)).toEqual([first.code]);
  });

  it("gets nothing by a link that does not open", async () => {
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

describe("a signed-in user", () => {
  it("who is no member, or may not see the visits, gets the same as a guest", async () => {
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

describe("the floor plans of a shared visit", () => {
  it("show only the rooms of this visit, each on its own floor plan", async () => {
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

  it("are hidden from a member without the right to floor plans", async () => {
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
