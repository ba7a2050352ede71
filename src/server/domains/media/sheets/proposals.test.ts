import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let id_sheet: number;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  ({ id: id_project } = await owner.call("POST /api/projects", { body: { name: "Long walk" } }));
  ({ id: id_sheet } = await owner.call("POST /api/maps", { body: { id_project, name: "Floor" } }));
});
afterAll(() => app.close());

/** A visit with rooms of those names, in this order; each with its own picture. */
async function walk(
  visit_date: string,
  names: readonly string[],
  seed: number,
): Promise<{ visit: number; rooms: number[] }> {
  const body = { id_project, name: `Walk ${visit_date}`, visit_date };
  const visit = await owner.call("POST /api/visits", { body });
  const rooms: number[] = [];
  for (const [at, name] of names.entries()) {
    const file = { name: "room.jpg", bytes: await panorama({ seed: seed + at }) };
    const reply = await owner.upload("POST /api/rooms", { id_visit: String(visit.id), name }, { file });
    rooms.push((reply.body as { data: { id: number } }).data.id);
  }
  return { visit: visit.id, rooms };
}

const arrange = (id_visit: number) =>
  owner.call("POST /api/maps/{id}/arrange", { params: { id: id_sheet }, body: { id_visit } });

describe("automatic placement", () => {
  it("proposes by name, between neighbours, and by the coordinates of the pictures; writes nothing", async () => {
    const first = await walk("2026-03-01T08:00:00Z", ["Gate", "Hall", "Roof"], 1);
    const places = [
      { id_room: first.rooms[0] ?? 0, x: 0.2, y: 0.2 },
      { id_room: first.rooms[2] ?? 0, x: 0.8, y: 0.2 },
    ];
    await owner.call("PUT /api/maps/{id}/room-positions", {
      params: { id: id_sheet },
      body: { rooms: places },
    });
    const next = await walk("2026-04-01T08:00:00Z", ["gate", "Yard", "Roof"], 4);
    const [gate = 0, yard = 0, roof = 0] = next.rooms;
    expect(await arrange(next.visit)).toEqual([
      { id_room: gate, x: 0.2, y: 0.2 },
      { id_room: yard, x: expect.closeTo(0.5), y: expect.closeTo(0.2) },
      { id_room: roof, x: 0.8, y: 0.2 },
    ]);
    const query = { id_visit: next.visit };
    const rooms = await owner.call("GET /api/maps/{id}/rooms", { params: { id: id_sheet }, query });
    expect(rooms.every(({ x }) => x === null)).toBe(true);

    // With the coordinates of three positioned rooms, those of a fourth give its position.
    const third = await walk("2026-05-01T08:00:00Z", ["Crane"], 7);
    const [hall = 0] = first.rooms.slice(1);
    await owner.call("PUT /api/maps/{id}/room-positions", {
      params: { id: id_sheet },
      body: { rooms: [{ id_room: hall, x: 0.2, y: 0.8 }] },
    });
    const fixes: [number, number, number][] = [
      [first.rooms[0] ?? 0, 25.001, 55.001],
      [first.rooms[2] ?? 0, 25.001, 55.002],
      [hall, 25, 55.001],
      [third.rooms[0] ?? 0, 25.0005, 55.0015],
    ];
    const { db } = app.database;
    for (const [id, latitude, longitude] of fixes) {
      const { picture_sha256 } = await db
        .selectFrom("rooms")
        .select("picture_sha256")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await db
        .updateTable("pictures")
        .set({ latitude, longitude })
        .where("sha256", "=", picture_sha256)
        .execute();
    }
    expect(await arrange(third.visit)).toEqual([
      { id_room: third.rooms[0], x: expect.closeTo(0.5, 3), y: expect.closeTo(0.5, 3) },
    ]);
  });
});
