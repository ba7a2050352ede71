import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { createPortraits } from "#server/media/portraits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { claims } from "./claims.ts";

let app: TestApp;
let owner: TestClient;
let editor: TestClient;
let viewer: TestClient;
let project: { id: number };
let visit: { id: number; code: string };
let hall: Room;
let stairs: Room;
let elsewhere: Room;

beforeAll(async () => {
  // The progress of pictures is written directly, as the workers write it.
  app = await testApp({ environment: { ROLE: "web" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  const [edits, looks] = [await app.user(), await app.user()];
  await app.join(project.id, edits, "editor");
  await app.join(project.id, looks, "viewer");
  [editor, viewer] = [await app.as(edits), await app.as(looks)];
  visit = await makeVisit();
  [hall, stairs] = [await addRoom(visit.id, "Hall"), await addRoom(visit.id, "Stairs")];
  elsewhere = await addRoom((await makeVisit()).id, "Other");
  await app.database.db
    .updateTable("pictures")
    .set({ state: "ready", levels: JSON.stringify([{ width: 3840, height: 1920 }]), ready_at: new Date() })
    .execute();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("hotspots").execute();
  await app.database.db.deleteFrom("room_infos").execute();
  await app.database.db.updateTable("rooms").set({ north: 0 }).execute();
});

const makeVisit = () =>
  owner.call("POST /api/visits", {
    body: { id_project: project.id, name: "Week 12", visit_date: "2026-02-01T08:00:00Z" },
  });

let count = 0;
async function addRoom(id_visit: number, name: string): Promise<Room> {
  count += 1;
  const bytes = Buffer.concat([await panorama(), Buffer.from(`no. ${count}`)]);
  const reply = await owner.upload(
    "POST /api/rooms",
    { id_visit: String(id_visit), name },
    { file: { name: "room.jpg", bytes } },
  );
  return (reply.body as { data: Room }).data;
}

const way = (change: object = {}, client = editor, room = hall) =>
  client.call("POST /api/rooms/{id}/hotspots", {
    params: { id: room.id },
    body: { id_target_room: stairs.id, yaw: 30, pitch: -20, ...change },
  });
const note = (change: object = {}) =>
  editor.call("POST /api/rooms/{id}/infos", {
    params: { id: hall.id },
    body: { kind: "text", yaw: 10, pitch: 5, label: "Valve", text: "Closes the riser.", ...change },
  });
const pointsOf = (room: Room, client: TestClient = app.guest(), edit_room?: string): Promise<Poi[]> =>
  client.call("GET /api/viewer-room-pois", {
    query: { code: visit.code, id_room: room.id, ...(edit_room !== undefined && { edit_room }) },
  });
const png = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 20, b: 20 } } })
    .png()
    .toBuffer();
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isomiso2mp41"),
  Buffer.alloc(200),
]);
const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84]),
  Buffer.from("webm"),
  Buffer.alloc(100),
]);
const sendInfo = async (kind: string, bytes: Uint8Array, client = editor) => {
  const fields = { kind, yaw: "1", pitch: "2", label: "Seen" };
  const reply = await client.upload(
    "POST /api/rooms/{id}/infos",
    fields,
    { file: { name: "file.html", bytes } },
    { params: { id: hall.id } },
  );
  return { status: reply.status, body: reply.body as { data: Poi; code: string } };
};

describe("a link", () => {
  it("leads to another room of the visit, with that room's name for a viewer", async () => {
    const made = await way();
    expect(made).toMatchObject({
      kind: "link",
      yaw: 30,
      pitch: -20,
      label: "",
      id_room: stairs.id,
      version: 1,
    });
    expect(await pointsOf(hall)).toEqual([{ ...made, label: "Stairs" }]);
    expect(await pointsOf(hall, editor, "1")).toEqual([made]);
  });

  it("gives the other room its link back, opposite by the compass of both pictures, and only one", async () => {
    for (const [room, north] of [
      [hall, 20],
      [stairs, -100],
    ] as const)
      await editor.call("PUT /api/rooms/{id}", { params: { id: room.id }, body: { north } });
    await way({ both: true });
    // 10 degrees east of north, so the link back is 190 degrees clockwise from north: at yaw 90.
    expect(await pointsOf(stairs)).toMatchObject([{ id_room: hall.id, yaw: 90, pitch: -20 }]);
    await way({ both: true, yaw: 50 });
    expect(await pointsOf(stairs)).toHaveLength(1);
    expect(await pointsOf(hall)).toHaveLength(2);
  });

  it("cannot lead to its own room, to one of another visit, or to none", async () => {
    const refuse = async (id_target_room: number) =>
      (
        await editor.refused("POST /api/rooms/{id}/hotspots", {
          params: { id: hall.id },
          body: { id_target_room, yaw: 0, pitch: 0 },
        })
      ).errors;
    expect(await refuse(hall.id)).toEqual({ id_target_room: ["tour.room_itself"] });
    expect(await refuse(elsewhere.id)).toEqual({ id_target_room: ["tour.room_elsewhere"] });
    expect(await refuse(99_999_999)).toEqual({ id_target_room: ["tour.room_elsewhere"] });
    const { id } = await way();
    const params = { id: hall.id, point: id };
    expect(
      await editor.refused("PUT /api/rooms/{id}/hotspots/{point}", {
        params,
        body: { id_target_room: elsewhere.id },
      }),
    ).toMatchObject({ errors: { id_target_room: ["tour.room_elsewhere"] } });
  });

  it("is moved, renamed and redirected; a call with an older version is refused", async () => {
    const { id } = await way();
    const params = { id: hall.id, point: id };
    const change = (body: object) => editor.call("PUT /api/rooms/{id}/hotspots/{point}", { params, body });
    expect(await change({ yaw: 40, version: 1 })).toMatchObject({ yaw: 40, pitch: -20, version: 2 });
    const late = { params, body: { yaw: 50, version: 1 } };
    expect(await owner.refused("PUT /api/rooms/{id}/hotspots/{point}", late)).toMatchObject({
      status: 409,
      code: "CONFLICT",
    });
    expect(await pointsOf(hall)).toMatchObject([{ yaw: 40 }]);
    expect(await change({ label: "To the crane" })).toMatchObject({ label: "To the crane", version: 3 });
  });

  it("is moved by one of two users who move it at the same moment", async () => {
    const { id, version } = await way();
    const params = { id: hall.id, point: id };
    const tries = [editor, owner, editor, owner].map((client, index) =>
      client.raw("PUT /api/rooms/{id}/hotspots/{point}", { params, body: { yaw: index, version } }),
    );
    const answers = (await Promise.all(tries)).map(({ status }) => status);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  it("is deleted, and not found in another room", async () => {
    const { id } = await way();
    const remove = (room: Room) =>
      editor.raw("DELETE /api/rooms/{id}/hotspots/{point}", { params: { id: room.id, point: id } });
    expect(await remove(stairs)).toMatchObject({ status: 404 });
    expect(await remove(hall)).toMatchObject({ status: 200 });
    expect(await remove(hall)).toMatchObject({ status: 404 });
    expect(await pointsOf(hall)).toEqual([]);
  });

  it("is shown to editors before its room can be shown to others", async () => {
    await way();
    const state = (value: "processing" | "ready") =>
      app.database.db
        .updateTable("pictures")
        .set(
          value === "ready"
            ? { state: value, levels: JSON.stringify([{ width: 3840, height: 1920 }]), ready_at: new Date() }
            : { state: value, levels: null, ready_at: null },
        )
        .where("sha256", "=", (query) =>
          query.selectFrom("rooms").select("picture_sha256").where("id", "=", stairs.id),
        )
        .execute();
    await state("processing");
    expect(await pointsOf(hall)).toEqual([]);
    expect(await pointsOf(hall, viewer, "1")).toEqual([]);
    expect(await pointsOf(hall, editor, "1")).toHaveLength(1);
    await state("ready");
  });
});

describe("an information point", () => {
  it("is a text, an external page or an external video, with web addresses only", async () => {
    const told = await note();
    const page = await note({ kind: "web", label: "Data sheet", url: "https://example.org/a?b=1" });
    const video = await note({ kind: "video", label: "Walk", url: "http://example.org/v" });
    expect(await pointsOf(hall)).toEqual([told, page, video]);
    expect([told.url, page.url, video.media]).toEqual([null, "https://example.org/a?b=1", null]);
    for (const url of ["javascript:alert(1)", "data:text/html,x", "//example.org", "https://", "ftp://a.b"])
      expect(
        await editor.refused("POST /api/rooms/{id}/infos", {
          params: { id: hall.id },
          body: { kind: "web", yaw: 0, pitch: 0, label: "x", url },
        }),
        url,
      ).toMatchObject({ status: 422, errors: { url: expect.any(Array) } });
  });

  it("reports missing fields", async () => {
    const refuse = async (body: object) =>
      (
        await editor.refused("POST /api/rooms/{id}/infos", {
          params: { id: hall.id },
          body: { yaw: 0, pitch: 0, label: "x", ...body },
        })
      ).errors;
    expect(await refuse({ kind: "photo" })).toEqual({ file: ["tour.photo_required"] });
    expect(await refuse({ kind: "video" })).toEqual({ url: ["tour.video_required"] });
    expect(await refuse({ kind: "web" })).toEqual({ url: ["tour.address_required"] });
    expect(await refuse({ kind: "text", label: " " })).toEqual({ label: ["tour.label_required"] });
  });

  it("shows a photo as a re-encoded picture, whatever its file name", async () => {
    const { status, body } = await sendInfo("photo", await png(200));
    expect(status).toBe(201);
    const shown = await fetch(new URL(body.data.media ?? "", app.origin));
    expect(shown.headers.get("content-type")).toBe("image/webp");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["mp4", mp4],
    ["webm", webm],
  ])("keeps a video as it is: %s", async (type, bytes) => {
    const { body } = await sendInfo("video", bytes);
    const address = new URL(body.data.media ?? "", app.origin);
    const shown = await fetch(address);
    expect(shown.headers.get("content-type")).toBe(`video/${type}`);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(address, { headers: { range: "bytes=4-7" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
  });

  it("rejects a page, a drawing, a picture in a video container, and content of another kind", async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
    const matroska = Buffer.concat([
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88]),
      Buffer.from("matroska"),
    ]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const bytes of [Buffer.from("<html>"), svg, heic, matroska, await png(1)])
      expect((await sendInfo("video", bytes)).body.code).toBe("IMAGE_TYPE");
    for (const bytes of [svg, mp4]) expect((await sendInfo("photo", bytes)).body.code).toBe("IMAGE_TYPE");
    expect((await sendInfo("text", await png(2))).status).toBe(422);
    expect((await sendInfo("video", Buffer.alloc(0))).status).toBe(422);
    expect(await pointsOf(hall)).toEqual([]);
  });

  it("replaces its own video by an external one, and vice versa", async () => {
    const { body } = await sendInfo("video", mp4);
    const params = { id: hall.id, point: body.data.id };
    const route = "PUT /api/rooms/{id}/infos/{point}";
    const elsewhere = await editor.call(route, { params, body: { url: "https://example.org/v" } });
    expect(elsewhere).toMatchObject({ media: null, url: "https://example.org/v", version: 2 });
    const own = await editor.upload(route, {}, { file: { name: "a.mp4", bytes: mp4 } }, { params });
    expect(own.body).toMatchObject({ data: { url: null, media: expect.any(String), version: 3 } });
    const late = await editor.raw(route, { params, body: { text: "x", version: 2 } });
    expect(late).toMatchObject({ status: 409 });
  });

  it("is changed and deleted", async () => {
    const { id } = await note();
    const params = { id: hall.id, point: id };
    const body = { text: "Closes both.", yaw: 11 };
    expect(await editor.call("PUT /api/rooms/{id}/infos/{point}", { params, body })).toMatchObject({
      ...body,
      label: "Valve",
      pitch: 5,
    });
    await editor.call("DELETE /api/rooms/{id}/infos/{point}", { params });
    expect(await pointsOf(hall)).toEqual([]);
    expect(await editor.refused("PUT /api/rooms/{id}/infos/{point}", { params, body })).toMatchObject({
      status: 404,
    });
  });
});

it("A photo and a video are kept as long as a point shows them, and swept a day after", async () => {
  const photo = (await sendInfo("photo", await png(90))).body.data;
  const film = (await sendInfo("video", Buffer.concat([mp4, Buffer.from("another")]))).body.data;
  const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
  const objects = join(app.dataDir, "media/objects");
  const { sweepPortraits } = createPortraits({
    db: app.database.db,
    store: createLocalStore(objects, join(app.dataDir, "trash")),
    clock: tomorrow,
    directory: app.dataDir,
  });
  const shown = async ({ media }: Poi) => (await fetch(new URL(media ?? "", app.origin))).status;
  await sweepPortraits(claims.portraits);
  expect([await shown(photo), await shown(film)]).toEqual([200, 200]);
  await editor.call("DELETE /api/rooms/{id}/infos/{point}", { params: { id: hall.id, point: film.id } });
  await sweepPortraits(claims.portraits);
  expect([await shown(photo), await shown(film)]).toEqual([200, 404]);
});

it("Points include snags for users who may see them: not for a guest, a stranger, or a member without the right", async () => {
  const snag = await editor.call("POST /api/annotations", {
    body: { id_visit: visit.id, id_room: hall.id, title: "Crack", yaw: 5, pitch: -5 },
  });
  const kinds = async (client: TestClient) => (await pointsOf(hall, client)).map(({ kind }) => kind);
  const told = await note();
  expect(await pointsOf(hall, editor)).toMatchObject([
    { id: told.id, kind: "text" },
    { id: snag.id, kind: "snag", number: snag.number, status: "open", label: "Crack" },
  ]);
  expect(await kinds(viewer)).toEqual(["text", "snag"]);
  expect(await kinds(app.guest())).toEqual(["text"]);
  expect(await kinds(await app.as(await app.user()))).toEqual(["text"]);
  const trade = await app.user();
  await app.join(project.id, trade, "trade");
  expect(await kinds(await app.as(trade))).toEqual(["text"]);
  await editor.call("DELETE /api/annotations/{id}", { params: { id: snag.id } });
});

it("The points of a room are limited, of any kind and in parallel calls", async () => {
  const rest = limits.points.perRoom - 2;
  await note();
  await app.database.db
    .insertInto("hotspots")
    .values(
      Array.from({ length: rest }, () => ({
        id_room: hall.id,
        id_target_room: stairs.id,
        yaw: 0,
        pitch: 0,
        label: "",
      })),
    )
    .execute();
  const tries = [1, 2, 3].map(() =>
    editor.raw("POST /api/rooms/{id}/infos", {
      params: { id: hall.id },
      body: { kind: "text", yaw: 0, pitch: 0, label: "Last" },
    }),
  );
  expect((await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 422, 422,
  ]);
  expect(
    await editor.refused("POST /api/rooms/{id}/hotspots", {
      params: { id: hall.id },
      body: { id_target_room: stairs.id, yaw: 0, pitch: 0 },
    }),
  ).toMatchObject({ code: "POINTS_FULL" });
});

it("Only editors of visits change points; a guest does not learn that any can be changed", async () => {
  const { id } = await way();
  for (const [client, status] of [
    [viewer, 403],
    [app.guest(), 401],
  ] as const) {
    const params = { id: hall.id };
    const body = { id_target_room: stairs.id, yaw: 0, pitch: 0 };
    expect(await client.raw("POST /api/rooms/{id}/hotspots", { params, body })).toMatchObject({ status });
    expect(
      await client.raw("DELETE /api/rooms/{id}/hotspots/{point}", { params: { ...params, point: id } }),
    ).toMatchObject({ status });
  }
});

it("Every change of a point is published to users with the project open, in its room", async () => {
  const before = await lastEvent();
  const made = await way({ both: true });
  const params = { id: hall.id, point: made.id };
  await editor.call("PUT /api/rooms/{id}/hotspots/{point}", { params, body: { yaw: 1 } });
  await editor.call("DELETE /api/rooms/{id}/hotspots/{point}", { params });
  const { rows } = await eventsAfter(before);
  const place = { id_project: project.id, id_visit: visit.id };
  expect(rows).toEqual(
    [hall, stairs, hall, hall].map(({ id }) => ({
      name: "room.points",
      payload: { ...place, id_room: id },
    })),
  );
});

it("Deleting a room deletes the links to and from it", async () => {
  const gone = await addRoom(visit.id, "Shed");
  await app.database.db
    .updateTable("pictures")
    .set({ state: "ready", levels: JSON.stringify([{ width: 3840, height: 1920 }]), ready_at: new Date() })
    .execute();
  await way({ id_target_room: gone.id, both: true });
  expect(await pointsOf(hall)).toHaveLength(1);
  await owner.call("DELETE /api/rooms/{id}", { params: { id: gone.id } });
  expect(await pointsOf(hall)).toEqual([]);
});

const lastEvent = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from events`.execute(
    app.database.db,
  );
  return rows[0]?.id ?? 0;
};
const eventsAfter = (id: number) =>
  sql<{ name: string; payload: unknown }>`
    select name, payload from events where id > ${id} and name = 'room.points' order by id`.execute(
    app.database.db,
  );
