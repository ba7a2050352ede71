import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Room } from "#contract/visits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let id_visit: number;
let code: string;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
});
afterAll(() => app.close());

beforeEach(async () => {
  const body = { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  const visit = await owner.call("POST /api/visits", { body });
  [id_visit, code] = [visit.id, visit.code];
});

let number = 0;
/** A camera picture without time and orientation. */
async function send(name: string, picture: Buffer | null = null): Promise<Room> {
  number += 1;
  const bytes = Buffer.concat([picture ?? (await panorama()), Buffer.from(`no. ${number}`)]);
  const reply = await owner.upload(
    "POST /api/rooms",
    { id_visit: String(id_visit) },
    { file: { name, bytes } },
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const { data } = reply.body as { data: Room };
  // No worker prepares pictures here.
  const levels = JSON.stringify([{ width: 3840, height: 1920 }]);
  await app.database.db.updateTable("pictures").set({ state: "ready", levels }).execute();
  return data;
}
const walk = (count: number) =>
  Array.from({ length: count }).reduce<Promise<Room[]>>(
    async (before, _, at) => [...(await before), await send(`IMG_20260920_00${at + 1}.jpg`)],
    Promise.resolve([]),
  );
const waysIn = async (room: Room | undefined, client = owner) =>
  (
    await client.call("GET /api/viewer-room-pois", {
      query: { code, id_room: room?.id ?? 0 },
    })
  ).filter(({ kind }) => kind === "link");
const targets = async (room: Room | undefined, client = owner) =>
  (await waysIn(room, client)).map(({ id_room, is_proposed }) => [id_room, is_proposed]);

describe("after the upload", () => {
  it("the next room and the previous one are linked, for members as well as guests", async () => {
    const [a, b, c] = await walk(3);
    expect(await targets(a, app.guest())).toEqual([[b?.id, true]]);
    expect(await targets(b)).toEqual([
      [a?.id, true],
      [c?.id, true],
    ]);
    expect((await waysIn(b)).map(({ yaw }) => yaw)).toEqual([-180, 0]);
    expect(await targets(c)).toEqual([[b?.id, true]]);
  });

  it("the order is that of the camera's numbers, until a user sorts the rooms", async () => {
    const [late, early] = [await send("R0010009.JPG"), await send("R0010002.JPG")];
    const middle = await send("R0010005.JPG");
    expect(await targets(middle)).toEqual([
      [early.id, true],
      [late.id, true],
    ]);
    await owner.call("PUT /api/rooms/{id}", { params: { id: middle.id }, body: { order: 0 } });
    expect(await targets(middle)).toEqual([[late.id, true]]);
    expect(await targets(early)).toEqual([[late.id, true]]);
  });

  it("a deleted room is skipped when linking neighbours", async () => {
    const [a, b, c] = await walk(3);
    await owner.call("DELETE /api/rooms/{id}", { params: { id: b?.id ?? 0 } });
    expect(await targets(a)).toEqual([[c?.id, true]]);
    expect(await targets(c)).toEqual([[a?.id, true]]);
  });

  it("on a floor plan the links point to the rooms, and lead to near ones", async () => {
    const [a, b, c] = await walk(3);
    const sheet = await app.database.db
      .insertInto("sheets")
      .values({ id_project, name: "Ground floor", width_metres: 20, image: "plans/ways.webp" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const place = (room: Room | undefined, x: number, y: number) => ({
      id_room: room?.id ?? 0,
      x,
      y,
      heading: 0,
    });
    await owner.call("PUT /api/maps/{id}/room-positions", {
      params: { id: sheet.id },
      body: { rooms: [place(a, 0.2, 0.2), place(b, 0.4, 0.2), place(c, 0.3, 0.35)] },
    });
    const ways = await waysIn(a);
    expect(ways.map(({ id_room, yaw }) => [id_room, Math.round(yaw)])).toEqual([
      [b?.id, 90],
      [c?.id, 146],
    ]);
  });
});

describe("a proposed link", () => {
  const change = (room: Room | undefined, point: number, body: object) =>
    owner.call("PUT /api/rooms/{id}/hotspots/{point}", { params: { id: room?.id ?? 0, point }, body });

  it("belongs to the user who moves it, and keeps its position", async () => {
    const [a, b] = await walk(2);
    const [way] = await waysIn(a);
    expect(await change(a, way?.id ?? 0, { yaw: 77 })).toMatchObject({ yaw: 77, is_proposed: false });
    await owner.call("PUT /api/rooms/{id}", { params: { id: a?.id ?? 0 }, body: { north: 45 } });
    await send("IMG_20260920_003.jpg");
    expect(await waysIn(a)).toMatchObject([{ id: way?.id, id_room: b?.id, yaw: 77, is_proposed: false }]);
  });

  it("does not come back once it was deleted or redirected", async () => {
    const [a, b, c] = await walk(3);
    const [way] = await waysIn(a);
    await owner.call("DELETE /api/rooms/{id}/hotspots/{point}", {
      params: { id: a?.id ?? 0, point: way?.id ?? 0 },
    });
    const [back] = await waysIn(b);
    await change(b, back?.id ?? 0, { id_target_room: c?.id ?? 0 });
    await send("IMG_20260920_004.jpg");
    expect(await targets(a)).toEqual([]);
    expect((await targets(b)).map(([id]) => id)).not.toContain(a?.id);
  });

  it("is replaced when a user adds a link between the same rooms", async () => {
    const [a, b] = await walk(2);
    const body = { id_target_room: b?.id ?? 0, yaw: 40, pitch: -9, both: true };
    await owner.call("POST /api/rooms/{id}/hotspots", { params: { id: a?.id ?? 0 }, body });
    expect(await waysIn(a)).toMatchObject([{ id_room: b?.id, yaw: 40, is_proposed: false }]);
    expect(await waysIn(b)).toMatchObject([{ id_room: a?.id, yaw: -140, is_proposed: false }]);
  });
});

describe("north", () => {
  const north = async (id: number) => {
    const { rooms } = await owner.call("GET /api/visits/{id}", { params: { id: id_visit } });
    const room = rooms.find((one) => one.id === id);
    return [room?.north, room?.has_north];
  };

  it("is known when the file contains it, or a user has set it, including 0", async () => {
    const said = await send("IMG_20260920_001.jpg", await readFile("demo/2026-04-08/01-entrance-hall.jpg"));
    expect(await north(said.id)).toEqual([10, true]);
    const silent = await send("IMG_20260920_002.jpg");
    expect(await north(silent.id)).toEqual([0, false]);
    const turn = (id: number, value: number | null) =>
      owner.call("PUT /api/rooms/{id}", { params: { id }, body: { north: value } });
    expect(await turn(silent.id, 0)).toMatchObject({ north: 0, has_north: true });
    expect(await turn(silent.id, null)).toMatchObject({ north: 0, has_north: false });
    await turn(said.id, 90);
    expect(await turn(said.id, null)).toMatchObject({ north: 10, has_north: true });
  });
});
