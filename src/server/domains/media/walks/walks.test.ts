import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkLimits } from "#contract/walks.limits.ts";
import type { PlacedWalkDetail, Walk } from "#contract/walks.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { badClips } from "#test/clips.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { PartsClient } from "#test/tus.ts";
import { walkVideo } from "#test/walk-videos.ts";
import { insertSheet, insertWalk } from "./walks.fixture.ts";
import "../sheets/tables.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let parts: PartsClient;
let id_project: number;
let video: Buffer;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  parts = new PartsClient(owner, app.origin);
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  const reader = await app.user();
  await app.join(id_project, reader, "viewer");
  viewer = await app.as(reader);
  video = await walkVideo({ seconds: 4 });
});
afterAll(() => app.close());

const newVisit = async (client = owner, project = id_project): Promise<number> =>
  (
    await client.call("POST /api/visits", {
      body: { id_project: project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
    })
  ).id;
const add = (id: number, upload: string) =>
  owner.raw("POST /api/visits/{id}/walks", { params: { id }, body: { upload } });
const answer = ({ status, body }: RawReply) => [status, (body as { code?: string }).code];
const walkIn = ({ body }: RawReply) => (body as { data: Walk }).data;
const detail = (id: number, walk: number): Promise<PlacedWalkDetail> =>
  owner.call("GET /api/visits/{id}/walks/{walk}", { params: { id, walk } });
const inStatus = (id: number, walk: number, status: Walk["status"]) =>
  soon(async () => {
    const found = await detail(id, walk);
    expect([found.status, found.problem]).toEqual([status, null]);
    return found;
  });
const bad = (name: string) => {
  const found = badClips.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found.make();
};

describe("an uploaded walk video", () => {
  it("is read in the background and becomes rooms with positions and directions", async () => {
    const id = await newVisit();
    const id_sheet = await insertSheet(app, id_project, 30);
    const made = await add(id, await parts.wholeWalk(id, video, "جولة.mp4"));
    expect(made.status).toBe(201);
    const walk = walkIn(made);
    expect(walk).toMatchObject({ file: "جولة.mp4", bytes: video.length, width: 3840, status: "reading" });
    const ready = await inStatus(id, walk.id, "ready");
    const count = ready.path?.pictures.length ?? 0;
    expect(count).toBeGreaterThan(3);
    expect(ready.path?.pictures.every(({ at }) => at >= 0 && at < 4)).toBe(true);
    expect(ready.previews.map(({ from }) => from)).toEqual([0]);
    const preview = await fetch(new URL(ready.previews[0]?.url ?? "", app.origin), {
      headers: { cookie: owner.cookie() },
    });
    expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await preview.arrayBuffer()).byteLength).toBeGreaterThan(1000);

    const taps = [
      { picture: 0, id_sheet, x: 0.1, y: 0.5 },
      { picture: count - 1, id_sheet, x: 0.4, y: 0.5 },
    ];
    const params = { id, walk: walk.id };
    await owner.call("PUT /api/visits/{id}/walks/{walk}", { params, body: { version: 1, taps } });
    const rooms = taps.map((tap, at) => ({ ...tap, name: `Photo 00${at + 1}`, heading: 90 }));
    await owner.call("POST /api/visits/{id}/walks/{walk}/rooms", { params, body: { rooms } });
    const done = await inStatus(id, walk.id, "made");
    expect(done).toMatchObject({ taps, rooms: 2, rooms_made: 2, has_video: true, version: 2 });

    const visit = await owner.call("GET /api/visits/{id}", { params: { id } });
    expect(visit.rooms.map(({ name, north, has_north }) => [name, north, has_north])).toEqual([
      ["Photo 001", -60, true],
      ["Photo 002", -60, true],
    ]);
    const placed = await owner.call("GET /api/maps/{id}/rooms", { params: { id: id_sheet } });
    expect(placed.map(({ id_room, x, y, heading }) => ({ id_room, x, y, heading }))).toEqual(
      visit.rooms.map((room, at) => ({ id_room: room.id, x: taps[at]?.x, y: 0.5, heading: 90 })),
    );
    // Requested once more, for example after a lost answer: nothing is made twice.
    await owner.call("POST /api/visits/{id}/walks/{walk}/rooms", { params, body: { rooms } });
    await inStatus(id, walk.id, "made");
    expect((await owner.call("GET /api/visits/{id}", { params: { id } })).rooms).toHaveLength(2);
  });

  it("is one walk when it is sent twice to a visit", async () => {
    const id = await newVisit();
    const first = walkIn(await add(id, await parts.wholeWalk(id, video)));
    const upload = await parts.wholeWalk(id, video);
    expect(walkIn(await add(id, upload)).id).toBe(first.id);
    expect(walkIn(await add(id, upload)).id).toBe(first.id);
    const { items } = await owner.call("GET /api/visits/{id}/walks", { params: { id } });
    expect(items).toHaveLength(1);
    await owner.call("DELETE /api/visits/{id}/walks/{walk}", { params: { id, walk: first.id } });
  });

  it.each([
    ["3840x2160", "WALK_FORMAT", "horizon lock"],
    ["1920x960", "WALK_RESOLUTION", "3840x1920"],
  ])("is refused with words that help: %s", async (name, code, words) => {
    const id = await newVisit();
    const upload = await parts.wholeWalk(id, bad(name));
    for (let time = 0; time < 2; time += 1) {
      const reply = await add(id, upload);
      expect(answer(reply)).toEqual([422, code]);
      expect((reply.body as { message: string }).message).toContain(words);
    }
  });

  it("is refused after its first part when it is no video", async () => {
    const id = await newVisit();
    const begun = await parts.beginWalk(id, 100_000_000, "VID_001.insv");
    const upload = /[0-9a-f-]{36}$/.exec(begun.headers.get("location") ?? "")?.[0] ?? "";
    const reply = await parts.part(upload, 0, Buffer.alloc(100_000, "insv"));
    expect(answer(reply)).toEqual([422, "WALK_FORMAT"]);
    expect(answer(await add(id, upload))).toEqual([422, "WALK_FORMAT"]);
  });

  it("is refused before its first byte from those who may not add rooms, and above the limit", async () => {
    const id = await newVisit();
    expect(answer(await new PartsClient(viewer, app.origin).beginWalk(id, 100))).toEqual([
      403,
      "VISIT_EDIT_DENIED",
    ]);
    expect((await new PartsClient(app.guest(), app.origin).beginWalk(id, 100)).status).toBe(401);
    expect(answer(await parts.beginWalk(id, walkLimits.bytes + 1))).toEqual([413, "WALK_TOO_LARGE"]);
    expect(answer(await parts.beginWalk(0, 100))).toEqual([422, "VALIDATION"]);
    // An upload of one kind is not finished as another.
    const upload = await parts.wholeWalk(id, video);
    expect(answer(await parts.finish(upload, id))).toEqual([404, "UPLOAD_UNKNOWN"]);
    expect(answer(await add(await newVisit(), upload))).toEqual([404, "UPLOAD_UNKNOWN"]);
  });

  it("is refused when the visit has the most walks that it may have", async () => {
    const id = await newVisit();
    for (let one = 0; one < walkLimits.perVisit; one += 1) await insertWalk(app, id);
    const reply = await add(id, await parts.wholeWalk(id, video));
    expect(answer(reply)).toEqual([422, "WALKS_FULL"]);
  });
});

describe("a walk that is read", () => {
  it("is shown to members who may not change it", async () => {
    const id = await newVisit();
    const walk = await insertWalk(app, id);
    const shown = await viewer.call("GET /api/visits/{id}/walks/{walk}", { params: { id, walk } });
    expect(shown).toMatchObject({ status: "ready", can: { edit: false } });
    const params = { id, walk };
    const refused = await viewer.raw("PUT /api/visits/{id}/walks/{walk}", { params, body: { taps: [] } });
    expect(answer(refused)).toEqual([403, "VISIT_EDIT_DENIED"]);
  });

  it("refuses an outdated version, unknown pictures and floor plans of other projects", async () => {
    const id = await newVisit();
    const walk = await insertWalk(app, id);
    const id_sheet = await insertSheet(app, id_project);
    const elsewhere = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const put = (body: { version?: number; taps: object[] }) =>
      owner.raw("PUT /api/visits/{id}/walks/{walk}", { params: { id, walk }, body });
    const tap = { picture: 0, id_sheet, x: 0.5, y: 0.5 };
    expect((await put({ version: 1, taps: [tap] })).status).toBe(200);
    expect(answer(await put({ version: 1, taps: [] }))).toEqual([409, "CONFLICT"]);
    expect(answer(await put({ taps: [{ ...tap, picture: 4 }] }))).toEqual([422, "VALIDATION"]);
    expect(answer(await put({ taps: [tap, tap] }))).toEqual([422, "VALIDATION"]);
    const foreign = { ...tap, id_sheet: await insertSheet(app, elsewhere.id) };
    expect(answer(await put({ taps: [foreign] }))).toEqual([404, "NOT_FOUND"]);
    expect((await detail(id, walk)).taps).toEqual([tap]);
    const other = await newVisit();
    const away = await owner.raw("GET /api/visits/{id}/walks/{walk}", { params: { id: other, walk } });
    expect(answer(away)).toEqual([404, "NOT_FOUND"]);
  });

  it("is continued after it was stopped, and only then", async () => {
    const id = await newVisit();
    const walk = await insertWalk(app, id, { state: "reading", seconds: 4, film: video });
    const params = { id, walk };
    expect(answer(await owner.raw("POST /api/visits/{id}/walks/{walk}/continue", { params }))[0]).toBe(409);
    await owner.call("POST /api/visits/{id}/walks/{walk}/stop", { params });
    expect(await detail(id, walk)).toMatchObject({ status: "stopped", path: null });
    expect(answer(await owner.raw("POST /api/visits/{id}/walks/{walk}/stop", { params }))[0]).toBe(409);
    await owner.call("POST /api/visits/{id}/walks/{walk}/continue", { params });
    await inStatus(id, walk, "ready");
  });

  it("reports a video whose pictures cannot be decoded", async () => {
    const id = await newVisit();
    const broken = Buffer.from(video);
    broken.fill(0, 100, broken.length - 20_000);
    const walk = await insertWalk(app, id, { state: "stopped", film: broken });
    await owner.call("POST /api/visits/{id}/walks/{walk}/continue", { params: { id, walk } });
    await soon(async () =>
      expect(await detail(id, walk)).toMatchObject({ status: "failed", problem: "WALK_UNREADABLE" }),
    );
  });

  it("makes rooms within the limit, and removes its video afterwards when that is wanted", async () => {
    const id = await newVisit();
    const id_sheet = await insertSheet(app, id_project);
    const walk = await insertWalk(app, id, { film: video });
    const rooms = [{ picture: 1, id_sheet, x: 0.2, y: 0.2, heading: 0, name: "Hall" }];
    const params = { id, walk };
    const wish = (body: object) => owner.raw("POST /api/visits/{id}/walks/{walk}/rooms", { params, body });
    expect(answer(await wish({ rooms: [{ ...rooms[0], picture: 9 }] }))).toEqual([422, "VALIDATION"]);
    expect((await wish({ rooms, keep_video: false })).status).toBe(202);
    const made = await inStatus(id, walk, "made");
    expect(made).toMatchObject({ has_video: false, made: [{ picture: 1, name: "Hall" }] });
    expect(answer(await wish({ rooms }))).toEqual([409, "WALK_NO_FILM"]);
    await owner.call("DELETE /api/visits/{id}/walks/{walk}", { params });
    expect((await owner.call("GET /api/visits/{id}", { params: { id } })).rooms).toHaveLength(1);
  });
});

describe("a walk of photos", () => {
  it("reads the visit's 360 photos in order, and gives them positions and directions", async () => {
    const id = await newVisit();
    const id_sheet = await insertSheet(app, id_project);
    const begin = () => owner.raw("POST /api/visits/{id}/walks", { params: { id }, body: {} });
    expect(answer(await begin())).toEqual([422, "WALK_PHOTOS"]);
    for (const seed of [1, 2, 3, 4]) {
      const file = { name: `IMG_000${seed}.jpg`, bytes: await panorama({ seed }) };
      await owner.upload("POST /api/rooms", { id_visit: String(id) }, { file });
    }
    const rooms = () => owner.call("GET /api/visits/{id}", { params: { id } });
    await soon(async () => expect((await rooms()).processing_count).toBe(0));
    const walk = walkIn(await begin());
    expect(walk).toMatchObject({ kind: "photos", seconds: 4, file: "IMG_0001.jpg – IMG_0004.jpg" });
    expect(walkIn(await begin()).id).toBe(walk.id);
    const ready = await inStatus(id, walk.id, "ready");
    expect(ready.path?.pictures.map(({ at }) => at)).toEqual([0, 1, 2, 3]);
    expect(ready.photos.map(({ name }) => name)).toEqual(["IMG_0001", "IMG_0002", "IMG_0003", "IMG_0004"]);

    const wish = [0, 2].map((picture) => ({
      picture,
      name: "x",
      id_sheet,
      x: 0.1 * picture,
      y: 0.5,
      heading: 45,
    }));
    const params = { id, walk: walk.id };
    await owner.call("POST /api/visits/{id}/walks/{walk}/rooms", { params, body: { rooms: wish } });
    expect(await detail(id, walk.id)).toMatchObject({ status: "made", rooms_made: 2 });
    const placed = await owner.call("GET /api/maps/{id}/rooms", { params: { id: id_sheet } });
    expect(placed.map(({ name, x, heading }) => [name, x, heading])).toEqual([
      ["IMG_0001", 0, 45],
      ["IMG_0003", 0.2, 45],
    ]);
    expect((await rooms()).rooms.map(({ north }) => north)).toEqual([-45, 0, -45, 0]);
  });
});
