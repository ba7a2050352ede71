import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";

let app: TestApp;
let owner: TestClient;
let project: { id: number };
let site: ReturnType<typeof siteDates>;
let [first, second, third]: { id: number; code: string }[] = [];

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  site = siteDates(app.database.db, project.id);
  [first, second, third] = [await site.visit(), await site.visit(), await site.visit()];
});

const visit = (which: { id: number; code: string } | undefined) => {
  if (which === undefined) throw new Error("There is no such visit.");
  return which;
};
const id = (which: { id: number } | undefined) => which?.id ?? 0;
const counterparts = (room_id: number) =>
  owner.call("GET /api/visits/hotspot-visits", { query: { room_id } });
const bind = (id_room: number, id_visit: number, id_target_room?: number, client = owner) =>
  client.raw("PUT /api/visits/bind-hotspot", {
    body: { id_room, id_visit, ...(id_target_room === undefined ? {} : { id_target_room }) },
  });
const unbind = (id_room: number, id_visit: number) =>
  owner.call("DELETE /api/visits/unbind-hotspot", { body: { id_room, id_visit } });
/** Bound and proposed rooms of a room, by visit. */
const bound = async (room: number) =>
  new Map((await counterparts(room)).map(({ id_visit, id_room }) => [id_visit, id_room]));
const proposed = async (room: number) =>
  new Map((await counterparts(room)).map(({ id_visit, proposal }) => [id_visit, proposal]));
const dates = async (room: number, code: string) =>
  (await owner.call("GET /api/viewer-timeline", { query: { code, id_room: room } })).map(
    ({ id_room }) => id_room,
  );

describe("the proposal for a room", () => {
  it("is the nearest on the same floor plan, within three metres where the floor plan has a scale", async () => {
    const sheet = await site.sheet(50);
    const hall = await site.room(id(first), { at: [sheet, 0.5, 0.5] });
    const far = await site.room(id(second), { at: [sheet, 0.5, 0.55] });
    const near = await site.room(id(second), { at: [sheet, 0.52, 0.5] });
    const beyond = await site.room(id(third), { at: [sheet, 0.5, 0.565] });
    expect(await proposed(hall)).toEqual(
      new Map([
        [id(third), null],
        [id(second), near],
      ]),
    );
    const [, there] = await counterparts(hall);
    expect(
      there?.rooms.map(({ id_room, metres, distance }) => [id_room, metres?.toFixed(2), distance]),
    ).toEqual([
      [near, "1.00", null],
      [far, "2.50", null],
    ]);
    const [beyondThere] = await counterparts(hall);
    expect(beyondThere?.rooms).toMatchObject([{ id_room: beyond, metres: expect.closeTo(3.25) }]);
  });

  it("is within a twentieth of an unmeasured floor plan", async () => {
    const sheet = await site.sheet();
    const hall = await site.room(id(first), { at: [sheet, 0.5, 0.5] });
    const near = await site.room(id(second), { at: [sheet, 0.53, 0.53] });
    await site.room(id(third), { at: [sheet, 0.54, 0.54] });
    expect(await proposed(hall)).toEqual(
      new Map([
        [id(third), null],
        [id(second), near],
      ]),
    );
    const [, there] = await counterparts(hall);
    expect(there?.rooms).toMatchObject([{ metres: null, distance: expect.closeTo(0.0424, 3) }]);
  });

  it("is never a room that is nearer to another one of the visit, nor one on another floor", async () => {
    const [sheet, above] = [await site.sheet(20), await site.sheet(20)];
    const hall = await site.room(id(first), { at: [sheet, 0.5, 0.5] });
    const stairs = await site.room(id(first), { at: [sheet, 0.6, 0.5] });
    const other = await site.room(id(second), { at: [sheet, 0.58, 0.5] });
    await site.room(id(second), { at: [above, 0.5, 0.5] });
    expect((await proposed(hall)).get(id(second))).toBeNull();
    expect((await proposed(stairs)).get(id(second))).toBe(other);
  });

  it("is otherwise the one room of the same name, ignoring case and blanks", async () => {
    const kitchen = await site.room(id(first), { name: " KITCHEN" });
    const there = await site.room(id(second), { name: "Kitchen " });
    await site.room(id(third), { name: "Kitchen" });
    await site.room(id(third), { name: "kitchen" });
    expect(await proposed(kitchen)).toEqual(
      new Map([
        [id(third), null],
        [id(second), there],
      ]),
    );
  });

  it("is not based on names numbered by a camera", async () => {
    const counted = { name: "R0010007", file_name: "R0010007.JPG" };
    const room = await site.room(id(first), counted);
    await site.room(id(second), counted);
    expect((await proposed(room)).get(id(second))).toBeNull();
    const kitchen = await site.room(id(first), { name: "Kitchen", file_name: "Kitchen.jpg" });
    const there = await site.room(id(second), { name: "Kitchen", file_name: "Kitchen.jpg" });
    expect((await proposed(kitchen)).get(id(second))).toBe(there);
  });

  it("is empty for visits in the bin, of other projects, or for a request by another project", async () => {
    const hall = await site.room(id(first), { name: "Hall" });
    const elsewhere = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const other = siteDates(app.database.db, elsewhere.id);
    await other.room((await other.visit()).id, { name: "Hall" });
    await site.room((await site.visit({ deleted_at: new Date() })).id, { name: "Hall" });
    expect((await counterparts(hall)).map(({ id_visit }) => id_visit)).toEqual([id(third), id(second)]);
    const query = { room_id: hall, project_id: elsewhere.id };
    expect(await owner.refused("GET /api/visits/hotspot-visits", { query })).toMatchObject({ status: 404 });
  });
});

describe("binding two rooms", () => {
  it("merges them into one spot with all rooms bound to either", async () => {
    const [a, b, c] = [await site.room(id(first)), await site.room(id(second)), await site.room(id(third))];
    expect(await bind(a, id(second), b)).toMatchObject({
      status: 200,
      body: { data: { id_room: a, id_visit: id(second), id_target_room: b } },
    });
    await bind(c, id(second), b);
    for (const [room, code] of [
      [a, visit(first).code],
      [b, visit(second).code],
      [c, visit(third).code],
    ] as const)
      expect(await dates(room, code)).toEqual([a, b, c]);
  });

  it("with another room of that visit replaces the previous one", async () => {
    const [a, b, other] = [
      await site.room(id(first)),
      await site.room(id(second)),
      await site.room(id(second)),
    ];
    await bind(a, id(second), b);
    await bind(a, id(second), other);
    expect(await bound(a)).toEqual(
      new Map([
        [id(third), null],
        [id(second), other],
      ]),
    );
    expect((await bound(b)).get(id(first))).toBeNull();
    // A spot without any other room is deleted.
    const spots = await app.database.db.selectFrom("spots").select("id").execute();
    expect(spots).toHaveLength(1);
  });

  it("keeps one room of a visit when two spots are merged", async () => {
    const [a, b] = [await site.room(id(first)), await site.room(id(second))];
    const [ofA, ofB] = [await site.room(id(third)), await site.room(id(third))];
    await bind(a, id(third), ofA);
    await bind(b, id(third), ofB);
    await bind(a, id(second), b);
    expect(await dates(a, visit(first).code)).toEqual([a, b, ofA]);
    expect((await bound(ofB)).get(id(second))).toBeNull();
  });

  it("selects the likeliest when no room is named, and fails when there is none", async () => {
    const sheet = await site.sheet(50);
    const hall = await site.room(id(first), { at: [sheet, 0.5, 0.5] });
    const near = await site.room(id(second), { at: [sheet, 0.51, 0.5] });
    expect(await bind(hall, id(second))).toMatchObject({ body: { data: { id_target_room: near } } });
    expect(await bind(hall, id(third))).toMatchObject({
      status: 422,
      body: { errors: { id_target_room: ["tour.no_counterpart"] } },
    });
  });

  it("is refused for rooms of one visit, of a visit other than the given one, and of other projects", async () => {
    const [a, same, b] = [
      await site.room(id(first)),
      await site.room(id(first)),
      await site.room(id(second)),
    ];
    expect(await bind(a, id(first), same)).toMatchObject({ status: 422 });
    expect(await bind(a, id(third), b)).toMatchObject({ status: 422 });
    const elsewhere = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const other = siteDates(app.database.db, elsewhere.id);
    const there = await other.visit();
    expect(await bind(a, there.id, await other.room(there.id))).toMatchObject({ status: 404 });
    expect(await bind(a, id(second), await other.room(there.id))).toMatchObject({ status: 422 });
  });

  it("requires edit rights for the rooms", async () => {
    const [a, b] = [await site.room(id(first)), await site.room(id(second))];
    const looker = await app.user();
    await app.join(project.id, looker, "viewer");
    expect(await bind(a, id(second), b, await app.as(looker))).toMatchObject({ status: 403 });
    expect(await bind(a, id(second), b, app.guest())).toMatchObject({ status: 401 });
  });

  it("in parallel leaves one room of each visit in the spot, without a deadlock", async () => {
    const here = await Promise.all(Array.from({ length: 4 }, () => site.room(id(first))));
    const there = await Promise.all(Array.from({ length: 4 }, () => site.room(id(second))));
    const pairs = here.flatMap((a, i) =>
      there.map((b, k) =>
        (i + k) % 2 ? { from: a, to: b, id_visit: id(second) } : { from: b, to: a, id_visit: id(first) },
      ),
    );
    const answers = await Promise.all(pairs.map(({ from, to, id_visit }) => bind(from, id_visit, to)));
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 200));
    const rooms = await app.database.db.selectFrom("rooms").select(["id_visit", "id_spot"]).execute();
    const keys = rooms
      .filter(({ id_spot }) => id_spot !== null)
      .map((room) => `${room.id_spot} ${room.id_visit}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("unbinding", () => {
  it("removes the other room from the spot, and nearness does not bring it back", async () => {
    const sheet = await site.sheet(50);
    const at = [sheet, 0.5, 0.5] as const;
    const [a, b, c] = [
      await site.room(id(first), { at }),
      await site.room(id(second), { at }),
      await site.room(id(third), { at }),
    ];
    await bind(a, id(second), b);
    await bind(a, id(third), c);
    await unbind(a, id(second));
    expect(await dates(a, visit(first).code)).toEqual([a, c]);
    // In the other direction as well.
    expect(await dates(b, visit(second).code)).toEqual([b, c]);
    expect((await proposed(b)).get(id(first))).toBeNull();
    await bind(a, id(second), b);
    expect(await dates(a, visit(first).code)).toEqual([a, b, c]);
    expect((await proposed(b)).get(id(first))).toBe(a);
  });

  it("a near room that was never bound records that it is not the same", async () => {
    const sheet = await site.sheet(50);
    const at = [sheet, 0.5, 0.5] as const;
    const [a, b] = [await site.room(id(first), { at }), await site.room(id(second), { at })];
    expect(await dates(a, visit(first).code)).toEqual([a, b]);
    await unbind(a, id(second));
    expect(await dates(a, visit(first).code)).toEqual([a]);
  });
});

describe("binding a whole visit", () => {
  it("binds likely rooms, leaves bound ones, and counts rooms without a counterpart", async () => {
    const sheet = await site.sheet(40);
    const place = (x: number) => ({ at: [sheet, x, 0.5] as const });
    const here = [await site.room(id(first), place(0.1)), await site.room(id(first), place(0.5))];
    const alone = await site.room(id(first), place(0.9));
    const there = [await site.room(id(second), place(0.11)), await site.room(id(second), place(0.5))];
    const later = [await site.room(id(third), place(0.1)), await site.room(id(third), place(0.51))];
    // By hand, and unlike any proposal.
    await bind(here[0] ?? 0, id(third), later[1]);
    const result = await owner.call("POST /api/visits/{id}/bind", { params: { id: id(first) } });
    expect(result).toEqual({ bound: 2, left: 1 });
    const code = visit(first).code;
    expect(await dates(here[0] ?? 0, code)).toEqual([here[0], there[0], later[1]]);
    expect((await bound(here[1] ?? 0)).get(id(second))).toBe(there[1]);
    expect(await dates(alone, code)).toEqual([alone]);
    const again = await owner.call("POST /api/visits/{id}/bind", { params: { id: id(first) } });
    expect(again).toEqual({ bound: 0, left: 1 });
  });
});
