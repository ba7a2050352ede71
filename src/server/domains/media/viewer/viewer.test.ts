import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Room } from "#contract/visits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let guest: TestClient;
let project: { id: number; code: string };
let visit: { id: number; code: string };
let rooms: { hall: Room; stairs: Room; roof: Room };

beforeAll(async () => {
  // No test here waits for variants: the progress of pictures is written directly, as the workers write it.
  app = await testApp({ environment: { ROLE: "web" } });
  const person = await app.user({ role: "administrator", name: "maker-of-visits" });
  owner = await app.as(person);
  guest = app.guest();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", {
    body: { name: "Palm Court", description: "Not for guests", location: "Corniche 4" },
  });
  visit = await owner.call("POST /api/visits", {
    body: {
      id_project: project.id,
      name: "Week 12",
      description: "After the pour",
      visit_date: "2026-02-01T08:00:00Z",
    },
  });
  const add = async (name: string, number: number) => {
    // A different picture for every room, by trailing bytes that no decoder reads.
    const bytes = Buffer.concat([await panorama(), Buffer.from(`no. ${number}`)]);
    const file = { name: `secret-folder-${name}.jpg`, bytes };
    const reply = await owner.upload("POST /api/rooms", { id_visit: String(visit.id), name }, { file });
    return (reply.body as { data: Room }).data;
  };
  rooms = { hall: await add("Hall", 1), stairs: await add("Stairs", 2), roof: await add("Roof", 3) };
  // The same files are the same pictures in every visit of this test file.
  for (const room of Object.values(rooms)) await settle(room, "processing");
});

const made = JSON.stringify([{ width: 3840, height: 1920 }]);
const outcomes = {
  processing: { problem: null, levels: null, ready_at: null },
  ready: { problem: null, levels: made, ready_at: new Date() },
  failed: { problem: "IMAGE_UNREADABLE", levels: null, ready_at: null },
} as const;

/** Sets the outcome of a room's picture. */
const settle = (room: Room, state: keyof typeof outcomes) =>
  app.database.db
    .updateTable("pictures")
    .set({ state, ...outcomes[state] })
    .where("sha256", "=", (query) =>
      query.selectFrom("rooms").select("picture_sha256").where("id", "=", room.id),
    )
    .execute();
const link = async (from: Room, to: Room, label = "") =>
  app.database.db
    .insertInto("hotspots")
    .values({ id_room: from.id, id_target_room: to.id, yaw: 45.5, pitch: -10, label })
    .returning("id")
    .executeTakeFirstOrThrow();
const open = (code = visit.code, client = guest) => client.call("GET /api/viewer-visit", { query: { code } });
const pointsIn = (room: Room, query: Record<string, unknown> = {}, client = guest) =>
  client.raw("GET /api/viewer-room-pois", { query: { code: visit.code, id_room: room.id, ...query } });

describe("a share link", () => {
  it("opens the visit for a guest with its rooms in walking order", async () => {
    await settle(rooms.hall, "ready");
    const shown = await open();
    expect(shown).toMatchObject({
      code: visit.code,
      name: "Week 12",
      description: "After the pour",
      project: "Palm Court",
      visit_date: "2026-02-01T08:00:00.000Z",
    });
    expect(shown.rooms.map(({ name, order, picture }) => [name, order, picture.state])).toEqual([
      ["Hall", 0, "ready"],
      ["Stairs", 1, "processing"],
      ["Roof", 2, "processing"],
    ]);
  });

  it("reveals no person, no file name and nothing of the project but its name to a guest", async () => {
    const reply = await guest.raw("GET /api/viewer-visit", { query: { code: visit.code } });
    const text = JSON.stringify(reply.body);
    for (const word of ["maker-of-visits", "secret-folder", "Not for guests", "Corniche", project.code])
      expect(text).not.toContain(word);
    const { data } = reply.body as { data: Record<string, unknown> };
    expect(Object.keys(data).toSorted()).toEqual([
      "can",
      "code",
      "description",
      "has_history",
      "has_walk",
      "id_project",
      "id_visit",
      "name",
      "project",
      "rooms",
      "sheets",
      "visit_date",
    ]);
    const nothing = { edit: false, add_snag: false, add_snapshot: false, guide: false, share: false };
    expect(data).toMatchObject({ id_visit: null, id_project: null, can: nothing });
  });

  it("also gives a member the visit's and project's ids, and their rights in it", async () => {
    const looker = await app.user();
    await app.join(project.id, looker, "viewer");
    const all = { edit: true, add_snag: true, add_snapshot: true, guide: true, share: true, timelapse: true };
    const own = { ...(await open()), id_visit: visit.id, id_project: project.id };
    expect(await open(visit.code, owner)).toEqual({ ...own, can: all });
    const few = {
      edit: false,
      add_snag: false,
      add_snapshot: true,
      guide: true,
      share: false,
      timelapse: false,
    };
    expect(await open(visit.code, await app.as(looker))).toEqual({ ...own, can: few });
  });

  it("leaves out a picture that failed; the team gets the reason", async () => {
    await settle(rooms.stairs, "failed");
    expect((await open()).rooms.map(({ name }) => name)).toEqual(["Hall", "Roof"]);
    const whole = await owner.call("GET /api/visits/{id}", { params: { id: visit.id } });
    expect(whole.rooms.map(({ picture }) => picture.problem)).toEqual([null, "IMAGE_UNREADABLE", null]);
  });

  it("opens nothing by another code, by a number, or by the project's code", async () => {
    for (const code of ["wrongcode1", String(visit.id).padStart(4, "0"), project.code])
      expect(await guest.refused("GET /api/viewer-visit", { query: { code } })).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
        message: "The requested resource was not found. It may have been moved or deleted.",
      });
    expect(await guest.refused("GET /api/viewer-visit", { query: {} })).toMatchObject({ status: 422 });
  });

  it.each(["active", "validated"] as const)(
    "opens nothing while its project is not %s, except for users who may see its visits",
    async (flag) => {
      const set = (value: boolean) =>
        app.database.db
          .updateTable("projects")
          .set({ [flag]: value })
          .where("id", "=", project.id)
          .execute();
      const [viewer, blinded] = [await app.user(), await app.user()];
      await app.join(project.id, viewer, "viewer");
      await app.join(project.id, blinded, "viewer");
      await app.database.db
        .updateTable("project_members")
        .set({ withheld: ["visits.view"] })
        .where("id_user", "=", blinded.id)
        .execute();
      await set(false);
      for (const client of [guest, await app.as(await app.user()), await app.as(blinded)]) {
        const query = { code: visit.code };
        expect(await client.refused("GET /api/viewer-visit", { query })).toMatchObject({ status: 404 });
        expect(await pointsIn(rooms.hall, {}, client)).toMatchObject({ status: 404 });
      }
      const admin = await app.as(await app.user({ role: "super_admin" }));
      for (const client of [owner, await app.as(viewer), admin]) {
        expect(await open(visit.code, client)).toMatchObject({ name: "Week 12" });
        expect(await pointsIn(rooms.hall, {}, client)).toMatchObject({ status: 200 });
      }
      await set(true);
      expect(await open()).toMatchObject({ name: "Week 12" });
    },
  );

  it("opens nothing once its visit is deleted", async () => {
    await owner.call("DELETE /api/visits/{id}", { params: { id: visit.id } });
    expect(await guest.refused("GET /api/viewer-visit", { query: { code: visit.code } })).toMatchObject({
      status: 404,
    });
    expect(await pointsIn(rooms.hall)).toMatchObject({ status: 404 });
  });
});

describe("the points in a room", () => {
  it("lead to rooms that can be shown, by the room's name unless they have one of their own", async () => {
    for (const room of [rooms.stairs, rooms.roof]) await settle(room, "ready");
    // Without the links proposed on upload.
    await app.database.db.deleteFrom("hotspots").execute();
    const [up, out] = [
      await link(rooms.hall, rooms.stairs),
      await link(rooms.hall, rooms.roof, "To the crane"),
    ];
    const found = await pointsIn(rooms.hall);
    expect(found.body).toMatchObject({
      status: "success",
      data: [
        { id: up.id, kind: "link", yaw: 45.5, pitch: -10, label: "Stairs", id_room: rooms.stairs.id },
        { id: out.id, kind: "link", label: "To the crane", id_room: rooms.roof.id },
      ],
    });
    await settle(rooms.roof, "failed");
    expect((await pointsIn(rooms.hall)).body).toMatchObject({ data: [{ id: up.id }] });
    expect((await pointsIn(rooms.stairs)).body).toMatchObject({ data: [] });
  });

  it("are the same for a guest who requests the editor's view", async () => {
    await settle(rooms.stairs, "ready");
    await link(rooms.hall, rooms.stairs);
    const plain = await pointsIn(rooms.hall);
    expect((await pointsIn(rooms.hall, { edit_room: "1" })).body).toEqual(plain.body);
  });

  it("are not returned by the link of another visit", async () => {
    const other = await owner.call("POST /api/visits", {
      body: { id_project: project.id, name: "Other", visit_date: "2026-02-02T08:00:00Z" },
    });
    expect(await pointsIn(rooms.hall, { code: other.code })).toMatchObject({ status: 404 });
    expect(await pointsIn(rooms.hall, { code: "wrongcode1" })).toMatchObject({ status: 404 });
    expect(await pointsIn(rooms.hall, { id_room: "hall" })).toMatchObject({ status: 422 });
  });
});
