import { afterAll, beforeAll, expect, it } from "vitest";
import { walkLimits } from "#contract/walks.limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { insertSheet, insertWalk } from "./walks.fixture.ts";

let app: TestApp;
let owner: TestClient;
let ownerId: number;
let adderId: number;
let project: { id: number };

beforeAll(async () => {
  // Without jobs: rooms are requested and not created.
  app = await testApp({ environment: { ROLE: "web" } });
  const user = await app.user({ role: "administrator" });
  ownerId = user.id;
  owner = await app.as(user);
  adderId = (await app.user()).id;
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
});
afterAll(() => app.close());

const answer = ({ status, body }: RawReply) => [status, (body as { code?: string }).code];

/** A placed walk along the middle of a floor plan, with rooms at these pictures of it. */
async function placedWalk(seconds: number, pictures: readonly number[]) {
  const { db } = app.database;
  const site = siteDates(db, project.id);
  const visit = await site.visit();
  const id_sheet = await insertSheet(app, project.id);
  const walk = await insertWalk(app, visit.id, { seconds });
  const params = { id: visit.id, walk };
  const at = (picture: number) => ({ picture, id_sheet, x: (picture + 1) / (seconds + 1), y: 0.5 });
  await owner.call("PUT /api/visits/{id}/walks/{walk}", {
    params,
    body: { taps: [at(0), at(seconds - 1)] },
  });
  const rooms = pictures.map((picture) => ({ ...at(picture), heading: 90, name: `Photo ${picture}` }));
  await owner.call("POST /api/visits/{id}/walks/{walk}/rooms", { params, body: { rooms } });
  return { db, site, visit, id_sheet, walk, at, params, rooms };
}

it("names the user who added a walk after another user requested its rooms", async () => {
  const { db, params } = await placedWalk(4, [1]);
  await db.updateTable("walks").set({ id_user: adderId }).where("id", "=", params.walk).execute();
  const id_sheet = await insertSheet(app, project.id);
  const rooms = { rooms: [{ picture: 2, id_sheet, x: 0.2, y: 0.2, heading: 0, name: "Hall" }] };
  await owner.call("POST /api/visits/{id}/walks/{walk}/stop", { params });
  await owner.call("POST /api/visits/{id}/walks/{walk}/rooms", { params, body: rooms });
  const { id_user, id_maker } = await db
    .selectFrom("walks")
    .select(["id_user", "id_maker"])
    .where("id", "=", params.walk)
    .executeTakeFirstOrThrow();
  expect([id_user, id_maker]).toEqual([adderId, ownerId]);
  const walk = await owner.call("GET /api/visits/{id}/walks/{walk}", { params });
  expect(walk.author).not.toBeNull();
});

it("counts rooms that other walks of the visit are still creating", async () => {
  const { db, visit, id_sheet, walk } = await placedWalk(4, [1]);
  const open = Array.from({ length: walkLimits.rooms - 2 }, (_, at) => ({
    id_walk: walk,
    picture: 10 + at,
    at_second: 1,
    name: "Photo",
    id_sheet,
    x: 0.5,
    y: 0.5,
    heading: 0,
  }));
  await db.insertInto("walk_rooms").values(open).execute();
  const other = await insertWalk(app, visit.id);
  const wish = (pictures: readonly number[]) =>
    owner.raw("POST /api/visits/{id}/walks/{walk}/rooms", {
      params: { id: visit.id, walk: other },
      body: {
        rooms: pictures.map((picture) => ({ picture, id_sheet, x: 0.1, y: 0.1, heading: 0, name: "A" })),
      },
    });
  expect(answer(await wish([0, 1]))).toEqual([422, "WALK_ROOMS"]);
  expect((await wish([0])).status).toBe(202);
});

it("shows its line and the steps between its rooms in the viewer", async () => {
  const { db, site, visit, id_sheet, walk, at } = await placedWalk(5, [0, 2, 4]);
  const [first, second, third] = [
    await site.room(visit.id, { name: "Hall" }),
    await site.room(visit.id, { name: "Stairs" }),
    await site.room(visit.id, { name: "Roof" }),
  ];
  const made = [
    [first, 0],
    [second, 2],
    [third, 4],
  ] as const;
  for (const [id_room, picture] of made) {
    await db
      .updateTable("walk_rooms")
      .set({ id_room, is_made: true })
      .where("id_walk", "=", walk)
      .where("picture", "=", picture)
      .execute();
    const { x, y } = at(picture);
    await db.insertInto("room_positions").values({ id_room, id_sheet, x, y, heading: 0 }).execute();
  }
  const { code } = visit;
  const query = { code };
  const shown = await owner.call("GET /api/viewer-visit", { query });
  expect(shown.has_walk).toBe(true);
  const { lines, steps } = await app.guest().call("GET /api/viewer-walks", { query });
  expect(lines).toMatchObject([{ id_sheet, is_uncertain: false }]);
  const ends = [lines[0]?.points.at(0), lines[0]?.points.at(-1)];
  expect(ends).toEqual([
    [expect.closeTo(1 / 6, 2), expect.closeTo(0.5, 2)],
    [expect.closeTo(5 / 6, 2), expect.closeTo(0.5, 2)],
  ]);
  const east = { heading: 90, is_onward: true };
  const west = { heading: -90, is_onward: false };
  expect(steps).toEqual([
    { from: first, to: second, ...east },
    { from: second, to: first, ...west },
    { from: second, to: third, ...east },
    { from: third, to: second, ...west },
  ]);

  // A deleted room is passed over.
  await db.deleteFrom("rooms").where("id", "=", second).execute();
  const left = await owner.call("GET /api/viewer-walks", { query });
  expect(left.steps.map(({ from, to }) => [from, to])).toEqual([
    [first, third],
    [third, first],
  ]);
});

it("shows the line of the newest visit on its floor plan, or that of a given one, and of none in the bin", async () => {
  const { db, visit, id_sheet } = await placedWalk(5, [0, 4]);
  const seen = (id_visit?: number, id = id_sheet) =>
    owner.call("GET /api/maps/{id}/walk", {
      params: { id },
      query: id_visit === undefined ? {} : { id_visit },
    });
  const own = await seen();
  expect(own).toMatchObject({ id_visit: visit.id, lines: [{ is_uncertain: false }] });
  expect(own?.lines[0]?.points.at(-1)).toEqual([expect.closeTo(5 / 6, 2), expect.closeTo(0.5, 2)]);
  // A later visit, whose walk reaches two floor plans.
  const later = await siteDates(db, project.id).visit({ visit_date: new Date("2027-01-02T08:00:00Z") });
  const upper = await insertSheet(app, project.id);
  const points = [
    [0.1, 0.1],
    [0.2, 0.9],
  ];
  const stretches = [
    { id_sheet, is_uncertain: true, points },
    { id_sheet: upper, is_uncertain: false, points },
  ];
  const walk = await insertWalk(app, later.id);
  const line = JSON.stringify({ stretches, passed: [] });
  await db.updateTable("walks").set({ line }).where("id", "=", walk).execute();
  expect(await seen()).toMatchObject({ id_visit: later.id, lines: [{ is_uncertain: true, points }] });
  expect(await seen(undefined, upper)).toMatchObject({
    id_visit: later.id,
    lines: [{ is_uncertain: false }],
  });
  expect(await seen(visit.id)).toEqual(own);
  expect(await seen(visit.id, upper)).toBeNull();
  await db.updateTable("visits").set({ deleted_at: new Date() }).where("id", "=", later.id).execute();
  expect(await seen()).toEqual(own);
  expect(await seen(later.id)).toBeNull();

  const member = await app.user();
  await app.join(project.id, member, "viewer");
  const client = await app.as(member);
  const params = { id: id_sheet };
  expect(await client.call("GET /api/maps/{id}/walk", { params })).toEqual(own);
  await db
    .updateTable("project_members")
    .set({ withheld: ["visits.view"] })
    .where("id_user", "=", member.id)
    .execute();
  expect(await client.call("GET /api/maps/{id}/walk", { params })).toBeNull();
});

it("shows no walk of a visit that is closed to a guest, nor to a member without permission for floor plans", async () => {
  const { visit, db } = await placedWalk(4, [1]);
  const member = await app.user();
  await app.join(project.id, member, "viewer");
  await db
    .updateTable("project_members")
    .set({ withheld: ["sheets.view"] })
    .where("id_user", "=", member.id)
    .execute();
  const query = { code: visit.code };
  const client = await app.as(member);
  expect(await client.call("GET /api/viewer-walks", { query })).toEqual({ lines: [], steps: [] });
  expect(await client.call("GET /api/viewer-visit", { query })).toMatchObject({ has_walk: false });
  await db.updateTable("visits").set({ access: "members" }).where("id", "=", visit.id).execute();
  expect(answer(await app.guest().raw("GET /api/viewer-walks", { query }))).toEqual([404, "NOT_FOUND"]);
});
