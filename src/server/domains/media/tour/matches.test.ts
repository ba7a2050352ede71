import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let site: ReturnType<typeof siteDates>;
let [first, second, third]: { id: number; code: string }[] = [];

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  site = siteDates(app.database.db, id_project);
  [first, second, third] = [await site.visit(), await site.visit(), await site.visit()];
});

const id = (which: { id: number } | undefined) => which?.id ?? 0;
/** Rooms with names as a camera gives them. */
async function walk(visit: { id: number } | undefined, count: number): Promise<number[]> {
  const rooms: number[] = [];
  for (let at = 1; at <= count; at += 1) {
    const name = `IMG_20260920_00${at}`;
    rooms.push(await site.room(id(visit), { name, file_name: `${name}.jpg` }));
  }
  return rooms;
}
const matches = (visit: { id: number } | undefined, other?: { id: number }, client = owner) =>
  client.call("GET /api/visits/{id}/matches", {
    params: { id: id(visit) },
    query: other === undefined ? {} : { with: other.id },
  });
const states = async (visit: { id: number } | undefined, other?: { id: number }) =>
  (await matches(visit, other)).matches.map(({ id_room, state, id_other }) => [id_room, state, id_other]);
type Decided =
  | { id_room: number; decision: "same"; id_target_room: number }
  | { id_room: number; decision: "different" };
const decide = (
  visit: { id: number } | undefined,
  other: { id: number } | undefined,
  rooms: Decided[],
  client = owner,
) =>
  client.call("PUT /api/visits/{id}/matches", {
    params: { id: id(visit) },
    body: { id_visit: id(other), rooms },
  });
const same = (id_room: number | undefined, id_target_room: number | undefined): Decided => ({
  id_room: id_room ?? 0,
  decision: "same",
  id_target_room: id_target_room ?? 0,
});
const dates = async (room: number | undefined, code: string | undefined, client = owner) =>
  (await client.call("GET /api/viewer-timeline", { query: { code: code ?? "", id_room: room ?? 0 } })).map(
    ({ id_room }) => id_room,
  );

describe("comparing a visit with the one before it", () => {
  it("proposes rooms by walking order where they have camera names", async () => {
    const [a, b] = [await walk(second, 3), await walk(third, 3)];
    const found = await matches(third);
    expect(found.other?.id_visit).toBe(id(second));
    expect(found.visits.map(({ id_visit }) => id_visit)).toEqual([id(second)]);
    expect(found.matches.map(({ id_room, state, id_other }) => [id_room, state, id_other])).toEqual(
      b.map((room, at) => [room, "proposed", a[at]]),
    );
    // A proposal binds nothing: there is one date.
    expect(await dates(b[0], third?.code)).toEqual([b[0]]);
  });

  it("returns rooms bound by a user, found by floor plan and names, and open ones", async () => {
    const bound = [
      await site.room(id(second), { name: "R0010001" }),
      await site.room(id(third), { name: "R0010009" }),
    ];
    const named = [
      await site.room(id(second), { name: "Kitchen" }),
      await site.room(id(third), { name: "kitchen" }),
    ];
    const alone = await site.room(id(third), { name: "Roof" });
    await decide(third, second, [same(bound[1], bound[0])]);
    expect(await states(third)).toEqual([
      [bound[1], "bound", bound[0]],
      [named[1], "found", named[0]],
      [alone, "open", null],
    ]);
  });

  it("uses the nearest earlier date, or the requested one, and none of another project", async () => {
    await walk(first, 1);
    await walk(second, 1);
    expect((await matches(second)).other?.id_visit).toBe(id(first));
    expect((await matches(first)).other?.id_visit).toBe(id(second));
    expect((await matches(third, first)).other?.id_visit).toBe(id(first));
    const elsewhere = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const other = await siteDates(app.database.db, elsewhere.id).visit();
    const query = { with: other.id };
    expect(
      await owner.refused("GET /api/visits/{id}/matches", { params: { id: id(second) }, query }),
    ).toMatchObject({ status: 404 });
    await app.database.db.deleteFrom("visits").where("id", "<>", id(first)).execute();
    expect(await matches(first)).toMatchObject({ other: null, others: [], matches: [{ state: "open" }] });
  });
});

describe("many rooms at once", () => {
  it("are bound in one step, with all rooms bound to them, and the step can be undone", async () => {
    const [a, b, c] = [await walk(first, 2), await walk(second, 2), await walk(third, 2)];
    await decide(second, first, [same(b[0], a[0])]);
    const step = await decide(third, second, [same(c[0], b[0]), same(c[1], b[1])]);
    expect(step).toMatchObject({ same: 2, different: 0 });
    expect(await dates(c[0], third?.code)).toEqual([a[0], b[0], c[0]]);
    expect(await dates(c[1], third?.code)).toEqual([b[1], c[1]]);
    await owner.call("POST /api/visits/{id}/matches/undo", { params: { id: id(third) }, body: step.undo });
    expect(await dates(c[0], third?.code)).toEqual([c[0]]);
    expect(await dates(b[0], second?.code)).toEqual([a[0], b[0]]);
    expect((await states(third)).map(([, state]) => state)).toEqual(["proposed", "proposed"]);
  });

  it("that were denied stay so, until they are matched after all or the step is undone", async () => {
    const [a, b] = [await walk(second, 2), await walk(third, 2)];
    const said = await decide(third, second, [{ id_room: b[0] ?? 0, decision: "different" }]);
    expect(await states(third)).toEqual([
      [b[0], "different", null],
      [b[1], "proposed", a[1]],
    ]);
    const bound = await decide(third, second, [same(b[0], a[0])]);
    expect((await states(third))[0]).toEqual([b[0], "bound", a[0]]);
    await owner.call("POST /api/visits/{id}/matches/undo", { params: { id: id(third) }, body: bound.undo });
    expect((await states(third))[0]).toEqual([b[0], "different", null]);
    await owner.call("POST /api/visits/{id}/matches/undo", { params: { id: id(third) }, body: said.undo });
    expect((await states(third))[0]).toEqual([b[0], "proposed", a[0]]);
  });

  it("are refused where a room is of neither visit, named twice, or of the same visit", async () => {
    const [a, b] = [await walk(second, 2), await walk(third, 2)];
    const refused = (other: { id: number } | undefined, rooms: Decided[]) =>
      owner.refused("PUT /api/visits/{id}/matches", {
        params: { id: id(third) },
        body: { id_visit: id(other), rooms },
      });
    expect(await refused(second, [same(a[0], b[0])])).toMatchObject({ status: 422 });
    expect(await refused(second, [same(b[0], a[0]), same(b[1], a[0])])).toMatchObject({ status: 422 });
    expect(await refused(third, [same(b[0], b[1])])).toMatchObject({ status: 422 });
    expect(await refused({ id: 9_999_999 }, [same(b[0], a[0])])).toMatchObject({ status: 404 });
    expect((await states(third)).map(([, state]) => state)).toEqual(["proposed", "proposed"]);
  });

  it("require edit rights for the visit, and undo cannot reach another project's rooms", async () => {
    const [a, b] = [await walk(second, 1), await walk(third, 1)];
    const looker = await app.user();
    await app.join(id_project, looker, "viewer");
    const client = await app.as(looker);
    expect((await matches(third, second, client)).can).toEqual({ edit: false });
    const body = { id_visit: id(second), rooms: [same(b[0], a[0])] };
    expect(
      await client.refused("PUT /api/visits/{id}/matches", { params: { id: id(third) }, body }),
    ).toMatchObject({
      status: 403,
    });
    const stranger = await app.as(await app.user({ role: "administrator" }));
    const own = await stranger.call("POST /api/projects", { body: { name: "Own" } });
    const theirs = siteDates(app.database.db, own.id);
    const visit = await theirs.visit();
    await decide(third, second, [same(b[0], a[0])]);
    await stranger.call("POST /api/visits/{id}/matches/undo", {
      params: { id: visit.id },
      body: {
        spots: [[b[0] ?? 0], [a[0] ?? 0]],
        denied: [],
        allowed: [{ id_room: b[0] ?? 0, id_visit: id(second) }],
      },
    });
    expect(await states(third, second)).toEqual([[b[0], "bound", a[0]]]);
  });

  it("leave one line in the log", async () => {
    const [a, b] = [await walk(second, 2), await walk(third, 2)];
    await decide(third, second, [same(b[0], a[0]), same(b[1], a[1])]);
    const lines = await app.database.db
      .selectFrom("activity")
      .select(["action", "changed"])
      .where("action", "=", "visit.changed")
      .where("id_project", "=", id_project)
      .execute();
    expect(lines).toMatchObject([{ action: "visit.changed" }]);
  });
});

describe("selecting the other room in the viewer", () => {
  const offered = (room: number | undefined, code: string | undefined, client = owner) =>
    client.call("GET /api/viewer-dates", { query: { code: code ?? "", id_room: room ?? 0 } });

  it("offers the dates nearest in time first, each with its known or likely room", async () => {
    const [a, b, c] = [await walk(first, 2), await walk(second, 2), await walk(third, 2)];
    await decide(third, first, [same(c[1], a[1])]);
    const found = await offered(c[1], third?.code);
    expect(found.map(({ code, id_room, likely }) => [code, id_room, likely])).toEqual([
      [second?.code, null, b[1]],
      [first?.code, a[1], null],
    ]);
    expect(found[0]).toMatchObject({ room_count: 2 });
  });

  it("shows confirmed rooms in the panel of dates and on the timeline", async () => {
    const [a, b] = [await walk(second, 2), await walk(third, 2)];
    const joined = async () => {
      const query = { room_id: b[1] ?? 0 };
      const listed = await owner.call("GET /api/visits/hotspot-visits", { query });
      return listed.find(({ id_visit }) => id_visit === id(second))?.id_room;
    };
    expect(await joined()).toBeNull();
    expect(await dates(b[1], third?.code)).toEqual([b[1]]);
    await decide(third, second, [same(b[1], a[1])]);
    expect(await joined()).toBe(a[1]);
    expect(await dates(b[1], third?.code)).toEqual(expect.arrayContaining([a[1], b[1]]));
    await decide(third, second, [{ id_room: b[1] ?? 0, decision: "different" }]);
    expect(await joined()).toBeNull();
  });

  it("offers a guest only what the link leads to, and nothing of another room", async () => {
    const shared = await site.visit({ share_history: true });
    const hidden = await site.visit({ access: "members" });
    const [room] = await walk(shared, 1);
    await walk(second, 1);
    await walk(hidden, 1);
    const guest = app.guest();
    expect((await offered(room, shared.code, guest)).map(({ code }) => code)).toEqual([second?.code]);
    const [alone] = await walk(first, 1);
    expect(await offered(alone, first?.code, guest)).toEqual([]);
    const query = { code: first?.code ?? "", id_room: room ?? 0 };
    expect(await guest.refused("GET /api/viewer-dates", { query })).toMatchObject({ status: 404 });
  });
});
