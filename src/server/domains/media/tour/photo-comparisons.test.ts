import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";

const photos = join(import.meta.dirname, "../../../../../demo/2026-09-30");

let app: TestApp;
let owner: TestClient;
let id_project: number;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
});
afterAll(() => app.close());

/** A photo of the demo site as the camera would have taken it turned by a quarter, at another exposure. */
async function turned(name: string): Promise<Buffer> {
  const picture = sharp(await readFile(join(photos, name)));
  const { width, height } = await picture.metadata();
  const quarter = Math.round(width / 4);
  const part = (left: number, size: number) =>
    picture.clone().extract({ left, top: 0, width: size, height }).linear(0.9, 6).toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "black" } })
    .composite([
      { input: await part(quarter, width - quarter), left: 0, top: 0 },
      { input: await part(0, quarter), left: width - quarter, top: 0 },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A visit of photos that the camera numbered, in this order; their rooms. */
async function visitOf(
  visit_date: string,
  files: readonly Buffer[],
): Promise<{ id: number; rooms: number[] }> {
  const { id } = await owner.call("POST /api/visits", { body: { id_project, name: visit_date, visit_date } });
  const rooms: number[] = [];
  for (const [at, bytes] of files.entries()) {
    const file = { name: `R001000${at}.jpg`, bytes };
    const { status, body } = await owner.upload("POST /api/rooms", { id_visit: String(id) }, { file });
    expect(status, JSON.stringify(body)).toBe(201);
    rooms.push((body as { data: { id: number } }).data.id);
  }
  await soon(async () => {
    const { rooms: made } = await owner.call("GET /api/visits/{id}", { params: { id } });
    expect(made.map(({ picture }) => picture.state)).toEqual(files.map(() => "ready"));
  });
  return { id, rooms };
}

const matches = async (id: number) =>
  (await owner.call("GET /api/visits/{id}/matches", { params: { id }, query: {} })).matches;

it("proposes rooms whose photos look alike where cameras named them and nothing else is known", async () => {
  const names = ["03-kitchen.jpg", "04-majlis.jpg", "08-terrace.jpg"];
  const first = await visitOf(
    "2026-03-01T08:00:00Z",
    await Promise.all(names.map((name) => readFile(join(photos, name)))),
  );
  // The later visit begins at the other end, and has a room that the first has not.
  const later = ["08-terrace.jpg", "06-bedroom.jpg", "04-majlis.jpg", "03-kitchen.jpg"];
  const second = await visitOf("2026-04-01T08:00:00Z", await Promise.all(later.map(turned)));

  // Compared once nothing has been added for a while.
  const waiting = await sql`
    update pgboss.job set start_after = now() where name = 'tour.compare-photos' and state < 'active'
    returning id`.execute(app.database.db);
  expect(waiting.rows.length).toBeGreaterThan(0);
  const [kitchen, majlis, terrace] = first.rooms;
  await soon(async () => {
    const found = (await matches(second.id)).map(({ id_room, id_other, reasons }) => [
      id_room,
      id_other,
      reasons.includes("look"),
    ]);
    expect(found).toEqual([
      [second.rooms[0], terrace, true],
      [second.rooms[1], null, false],
      [second.rooms[2], majlis, true],
      [second.rooms[3], kitchen, true],
    ]);
  });
  expect((await matches(second.id)).map(({ confidence }) => confidence)).toEqual([
    "high",
    null,
    "high",
    "high",
  ]);
});
