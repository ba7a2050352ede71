import { access, readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Room } from "#contract/visits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let id_project: number;

beforeAll(async () => {
  // No test here waits for variants: the pictures stay in processing.
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  const project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  id_project = project.id;
  const views = await app.user();
  await app.join(id_project, views, "viewer");
  viewer = await app.as(views);
  stranger = await app.as(await app.user({ role: "administrator" }));
});
afterAll(() => app.close());

const newVisit = () =>
  owner.call("POST /api/visits", {
    body: { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
  });
const send = (id_visit: number, bytes: Uint8Array, name = "hall.jpg", client = owner, fields = {}) =>
  client.upload("POST /api/rooms", { id_visit: String(id_visit), ...fields }, { file: { name, bytes } });
const roomOf = (reply: RawReply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return (reply.body as { data: Room }).data;
};
const roomsOf = async (id: number) => (await owner.call("GET /api/visits/{id}", { params: { id } })).rooms;
const namesOf = async (id: number) => (await roomsOf(id)).map(({ name, order }) => `${order} ${name}`);

/** A small file with unique bytes, as if by a camera's serial number. */
async function another(number: number): Promise<Buffer> {
  return Buffer.concat([await panorama(), Buffer.from(`no. ${number}`)]);
}

const incoming = () => readdir(join(app.dataDir, "media/incoming"));
const count = async (table: "rooms" | "pictures") => {
  const row = await app.database.db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
};
const originals = async () => {
  const folder = join(app.dataDir, "media/objects");
  const there = await access(folder).then(
    () => true,
    () => false,
  );
  return there
    ? (await readdir(folder, { recursive: true })).filter((path) => path.endsWith("original.jpg"))
    : [];
};

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });

/** The same file with another size in its frame header. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

describe("an invalid picture", () => {
  const refused: readonly (readonly [
    what: string,
    bytes: () => Promise<Buffer>,
    refusal: { status: number; code: string; message: string },
  ])[] = [
    [
      "an empty file",
      async () => Buffer.alloc(0),
      { status: 422, code: "FILE_EMPTY", message: "Invalid file: File is null or empty" },
    ],
    [
      "a text under a JPEG's name",
      async () => Buffer.from("Dear site manager, the picture is attached."),
      { status: 422, code: "IMAGE_UNREADABLE", message: "Failed to load image for validation" },
    ],
    [
      "a PNG under a JPEG's name",
      () => plain(3840, 1920).png().toBuffer(),
      {
        status: 422,
        code: "IMAGE_TYPE",
        message: "Invalid file type. Please choose a supported file format.",
      },
    ],
    [
      "a JPEG that was cut off",
      async () => (await panorama()).subarray(0, -400),
      { status: 422, code: "IMAGE_UNREADABLE", message: "Failed to load image for validation" },
    ],
    [
      "a JPEG of 3839 x 1920",
      () => plain(3839, 1920).jpeg().toBuffer(),
      {
        status: 422,
        code: "IMAGE_RESOLUTION",
        message: "Image resolution is too low. Minimum resolution required: 3840x1920",
      },
    ],
    [
      "a JPEG of 1.89:1",
      () => plain(3840, 2032).jpeg().toBuffer(),
      {
        status: 422,
        code: "IMAGE_RATIO",
        message: "Selected file is not a 360° image with aspect ratio 2:1",
      },
    ],
    [
      "a bomb of two thousand million pixels",
      async () => withSize(await plain(64, 32).jpeg().toBuffer(), 65_000, 32_500),
      {
        status: 422,
        code: "IMAGE_PIXELS",
        message: "The image has too many pixels. Choose one of at most 134 megapixels.",
      },
    ],
    [
      "21 MB",
      async () => Buffer.concat([await panorama(), Buffer.alloc(21 * 1024 * 1024)]),
      { status: 413, code: "IMAGE_TOO_LARGE", message: "Image is too large. Max file size: 20 MB" },
    ],
  ];

  it.each(refused)(
    "is refused with its own error when it is %s, and leaves nothing behind",
    async (_what, bytes, refusal) => {
      const { id } = await newVisit();
      const before = {
        rooms: await count("rooms"),
        pictures: await count("pictures"),
        kept: await originals(),
      };
      const { status, body } = await send(id, await bytes(), "hall.jpg");
      expect({ ...(body as object), status }).toMatchObject({ ...refusal, success: false });
      expect(await roomsOf(id)).toEqual([]);
      expect(await incoming()).toEqual([]);
      expect({
        rooms: await count("rooms"),
        pictures: await count("pictures"),
        kept: await originals(),
      }).toEqual(before);
    },
  );

  it("is accepted when it is 1.9:1 or 20 MB to the byte, whatever its name", async () => {
    const { id } = await newVisit();
    roomOf(await send(id, await plain(3840, 2021).jpeg().toBuffer(), "a.jpg"));
    const picture = await panorama();
    const full = Buffer.concat([picture, Buffer.alloc(limits.visit.image.bytes - picture.length)]);
    roomOf(await send(id, full, "scan.txt"));
    expect(await namesOf(id)).toEqual(["0 a", "1 scan"]);
    expect((await send(id, Buffer.concat([full, Buffer.from("x")]))).status).toBe(413);
    expect(await incoming()).toEqual([]);
  });
});

describe("a malformed upload", () => {
  it("is refused without a file, and without a form", async () => {
    const { id } = await newVisit();
    const refusal = { code: "FILE_EMPTY", message: "Invalid file: File is null or empty" };
    const without = await owner.upload("POST /api/rooms", { id_visit: String(id) }, {});
    expect(without).toMatchObject({ status: 422, body: refusal });
    expect(await owner.refused("POST /api/rooms", { body: { id_visit: id } })).toMatchObject(refusal);
    const other = await owner.upload(
      "POST /api/rooms",
      { id_visit: String(id) },
      { picture: { name: "a.jpg", bytes: await panorama() } },
    );
    expect(other).toMatchObject({ status: 422, body: refusal });
    expect(await incoming()).toEqual([]);
  });

  it("is refused without a visit, and leaves nothing behind", async () => {
    const reply = await owner.upload(
      "POST /api/rooms",
      {},
      { file: { name: "a.jpg", bytes: await panorama() } },
    );
    expect(reply).toMatchObject({
      status: 422,
      body: { code: "VALIDATION", errors: { id_visit: [expect.any(String)] } },
    });
    expect(await incoming()).toEqual([]);
  });

  it("may have its fields after the file, and is judged by them all the same", async () => {
    const { id } = await newVisit();
    const form = (target: number) => {
      const data = new FormData();
      return panorama().then((bytes) => {
        data.append("file", new Blob([new Uint8Array(bytes)]), "last.jpg");
        data.append("name", "Roof");
        data.append("id_visit", String(target));
        return data;
      });
    };
    const url = new URL("/api/rooms", app.origin).href;
    expect(roomOf(await owner.send("POST", url, await form(id), {}))).toMatchObject({
      name: "Roof",
      id_visit: id,
    });
    expect(await stranger.send("POST", url, await form(id), {})).toMatchObject({ status: 404 });
    expect(await namesOf(id)).toEqual(["0 Roof"]);
    expect(await incoming()).toEqual([]);
  });

  it.each([
    ["a stranger's", () => stranger, 404],
    ["one where somebody only looks", () => viewer, 403],
    ["a guest's", () => app.guest(), 401],
  ])("is refused before its bytes are read when the visit is %s", async (_whose, client, status) => {
    const { id } = await newVisit();
    // If the bytes were read first, the error would be about their size.
    const reply = await send(id, Buffer.alloc(21 * 1024 * 1024), "a.jpg", client());
    expect(reply.status).toBe(status);
    expect(await incoming()).toEqual([]);
    expect(await roomsOf(id)).toEqual([]);
  });
});

it("a sender who was refused early can reuse the same connection", async () => {
  const { id } = await newVisit();
  const form = new FormData();
  form.append("id_visit", String(id));
  form.append("file", new Blob([new Uint8Array(21 * 1024 * 1024)]), "a.jpg");
  const whole = new Request(new URL("/api/rooms", app.origin), { method: "POST", body: form });
  const headers = {
    cookie: stranger.cookie(),
    "x-csrf-token": (await stranger.call("GET /api/csrf-token")).token,
    "content-type": whole.headers.get("content-type") ?? "",
  };
  const body = Buffer.from(await whole.arrayBuffer());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, content?: Buffer) =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const sent = request(new URL(path, app.origin), { agent, method, headers }, (response) => {
        const { localPort: port } = response.socket;
        response.resume().once("end", () => resolve({ status: response.statusCode, port }));
      });
      sent.once("error", reject).end(content);
    });
  const refused = await ask("POST", "/api/rooms", body);
  expect(refused.status).toBe(404);
  expect(await ask("GET", "/api/user")).toEqual({ status: 200, port: refused.port });
  agent.destroy();
});

describe("a room", () => {
  it("exists with the response, in processing, named after its file", async () => {
    const { id } = await newVisit();
    const room = roomOf(await send(id, await panorama(), "Hall North.v2.jpeg"));
    expect(room).toMatchObject({
      id_room: room.id,
      id_visit: id,
      name: "Hall North.v2",
      order: 0,
      north: 0,
      captured_at: null,
      file: "Hall North.v2.jpeg",
      picture: { state: "processing", problem: null, width: 3840, height: 1920, tiles: null },
    });
    expect(await roomsOf(id)).toEqual([room]);
    expect(await owner.call("GET /api/visits/{id}", { params: { id } })).toMatchObject({
      room_count: 1,
      processing_count: 1,
    });
    expect(await incoming()).toEqual([]);
  });

  it("shows the camera's coordinates to members, and not to guests", async () => {
    const visit = await newVisit();
    const placed = await sharp(await panorama({ seed: 7 }))
      .withExif({
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "25/1 11/1 4992/100",
          GPSLongitudeRef: "E",
          GPSLongitude: "55/1 16/1 2712/100",
          GPSAltitude: "123/10",
        },
      })
      .jpeg()
      .toBuffer();
    const { gps } = roomOf(await send(visit.id, placed));
    expect(gps?.latitude).toBeCloseTo(25.1972, 5);
    expect(gps).toMatchObject({ longitude: expect.closeTo(55.2742, 5), altitude: 12.3 });
    const seen = await viewer.call("GET /api/visits/{id}", { params: { id: visit.id } });
    expect(seen.rooms[0]?.gps).toEqual(gps);
    expect(roomOf(await send(visit.id, await panorama())).gps).toBeNull();

    const { db } = app.database;
    await db.updateTable("pictures").set({ state: "ready", levels: "[]" }).execute();
    const guest = await app.guest().call("GET /api/viewer-visit", { query: { code: visit.code } });
    expect(guest.rooms).toHaveLength(2);
    expect(JSON.stringify(guest)).not.toMatch(/gps|latitude|25\.19/);
    await db.updateTable("pictures").set({ state: "processing", levels: null }).execute();
  });

  it("is named as requested, and keeps letters of every script", async () => {
    const { id } = await newVisit();
    const room = roomOf(
      await send(id, await panorama(), "غرفة ٣.jpg", owner, { name: "  غرفة الاجتماعات " }),
    );
    expect(room).toMatchObject({ name: "غرفة الاجتماعات", file: "غرفة ٣.jpg" });
  });

  it("is created once however often the same picture is sent to the same visit", async () => {
    const { id } = await newVisit();
    const [first, again] = await Promise.all([
      send(id, await panorama(), "a.jpg"),
      send(id, await panorama(), "b.jpg"),
    ]);
    expect(roomOf(again).id).toBe(roomOf(first).id);
    expect(await roomsOf(id)).toHaveLength(1);
    const elsewhere = await newVisit();
    expect(roomOf(await send(elsewhere.id, await panorama())).id).not.toBe(roomOf(first).id);
  });

  it("is refused as the eleventh of its visit, also when several arrive at once", async () => {
    const { id } = await newVisit();
    for (let number = 1; number <= 9; number += 1)
      roomOf(await send(id, await another(number), `${number}.jpg`));
    const late = await Promise.all([10, 11, 12].map(async (number) => send(id, await another(number))));
    expect(late.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    const refusal = late.find(({ status }) => status === 422);
    expect(refusal?.body).toMatchObject({
      code: "ROOMS_FULL",
      message: "Only the first 10 files were accepted. Maximum 10 files allowed.",
    });
    expect((await roomsOf(id)).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await incoming()).toEqual([]);
  });
});

describe("the rooms of a visit", () => {
  const threeRooms = async () => {
    const { id } = await newVisit();
    const rooms: Room[] = [];
    for (const name of ["Hall", "Stairs", "Roof"])
      rooms.push(roomOf(await send(id, await another(20 + rooms.length), `${name}.jpg`)));
    const [hall, stairs, roof] = rooms.map((room) => room.id);
    return { id, hall: hall ?? 0, stairs: stairs ?? 0, roof: roof ?? 0 };
  };
  const change = (id: number, body: Record<string, unknown>, client = owner) =>
    client.raw("PUT /api/rooms/{id}", { params: { id }, body });

  it("are in walking order, and are renumbered when one is moved or deleted", async () => {
    const { id, hall, roof } = await threeRooms();
    expect(await namesOf(id)).toEqual(["0 Hall", "1 Stairs", "2 Roof"]);
    expect((await change(roof, { order: 0 })).status).toBe(200);
    expect(await namesOf(id)).toEqual(["0 Roof", "1 Hall", "2 Stairs"]);
    await change(roof, { order: 99 });
    expect(await namesOf(id)).toEqual(["0 Hall", "1 Stairs", "2 Roof"]);
    await owner.call("DELETE /api/rooms/{id}", { params: { id: hall } });
    await change(roof, { order: 0 });
    expect(await namesOf(id)).toEqual(["0 Roof", "1 Stairs"]);
  });

  it("are renamed and aligned to north one field at a time", async () => {
    const { id, stairs } = await threeRooms();
    await change(stairs, { name: "Stairs, level 2" });
    await change(stairs, { north: -90.5 });
    const room = (await roomsOf(id)).find((one) => one.id === stairs);
    expect(room).toMatchObject({ name: "Stairs, level 2", north: -90.5, order: 1 });
    for (const [body, field] of [
      [{ name: " " }, "name"],
      [{ north: 181 }, "north"],
      [{ order: -1 }, "order"],
      [{ order: 1.5 }, "order"],
    ] as const)
      expect(await change(stairs, body)).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    expect((await roomsOf(id)).find((one) => one.id === stairs)).toEqual(room);
  });

  it("are deleted one by one, from the visit and from its link", async () => {
    const { id, stairs } = await threeRooms();
    const { code } = await owner.call("GET /api/visits/{id}", { params: { id } });
    expect((await owner.raw("DELETE /api/rooms/{id}", { params: { id: stairs } })).body).toMatchObject({
      message: "Deleted",
    });
    expect((await roomsOf(id)).map(({ name }) => name)).toEqual(["Hall", "Roof"]);
    const shared = await app.guest().call("GET /api/viewer-visit", { query: { code } });
    expect(shared.rooms.map(({ name }) => name)).toEqual(["Hall", "Roof"]);
    expect(await change(stairs, { name: "Back" })).toMatchObject({ status: 404 });
  });

  it("are all deleted with their visit", async () => {
    const { id, hall } = await threeRooms();
    await owner.call("DELETE /api/visits/{id}", { params: { id } });
    expect(await change(hall, { name: "Back" })).toMatchObject({ status: 404 });
    expect(await owner.refused("DELETE /api/rooms/{id}", { params: { id: hall } })).toMatchObject({
      status: 404,
    });
    expect(await send(id, await panorama())).toMatchObject({ status: 404 });
  });

  it("cannot be changed by a viewer or a stranger", async () => {
    const { id, hall } = await threeRooms();
    for (const [client, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect(await change(hall, { name: "Taken" }, client)).toMatchObject({ status });
      expect(await client.refused("DELETE /api/rooms/{id}", { params: { id: hall } })).toMatchObject({
        status,
      });
    }
    expect(await namesOf(id)).toEqual(["0 Hall", "1 Stairs", "2 Roof"]);
  });
});
