import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { numbered } from "#test/clips.ts";
import { panorama } from "#test/pictures.ts";
import { S3Service } from "#test/s3-service/index.ts";
import { soon } from "#test/soon.ts";
import { PartsClient } from "#test/tus.ts";

let service: S3Service;
let web: TestApp;
let worker: TestApp;
let owner: TestClient;
let id_project: number;
let id_visit: number;
let picture: Buffer;

/** One node that serves and one that makes pictures, which share only database and store. */
beforeAll(async () => {
  service = await S3Service.start();
  const environment = {
    ...service.environment,
    S3_PREFIX: "site",
    APP_KEY: "one key for both of these nodes, long enough",
    FFMPEG_PATH: "none",
    EXPORT_STREAMED_MB: "0",
  };
  web = await testApp({ environment: { ...environment, ROLE: "web" } });
  worker = await testApp({ environment: { ...environment, ROLE: "worker" }, beside: web });
  owner = await web.as(await web.user({ role: "administrator" }));
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  const body = { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  id_visit = (await owner.call("POST /api/visits", { body })).id;
  picture = await panorama();
});
afterAll(async () => {
  await worker.close();
  await web.close();
  await service.stop();
});

const at = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, web.origin), { headers });
const ready = () =>
  soon(async () => {
    const [room] = (await owner.call("GET /api/visits/{id}", { params: { id: id_visit } })).rooms;
    if (room?.picture.state !== "ready") throw new Error("not ready");
    return room;
  });

it("a picture sent to one node is tiled by another and served by the first", async () => {
  const file = { name: "hall.jpg", bytes: picture };
  const reply = await owner.upload("POST /api/rooms", { id_visit: String(id_visit) }, { file });
  expect(reply.status).toBe(201);
  const room = await ready();
  const tile = (room.picture.tiles ?? "").replace("{level}", "0").replace("{col}_{row}", "0_0");
  for (const address of [tile, room.picture.thumbnail ?? "", room.picture.base ?? ""]) {
    const { status, headers } = await at(address);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, max-age=31536000, immutable"]);
  }
  const whole = Buffer.from(await (await at(tile)).arrayBuffer());
  const part = await at(tile, { range: "bytes=10-99" });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 100))).toBe(true);
  for (const { dataDir } of [web, worker]) {
    expect(await readdir(join(dataDir, "media"))).toEqual(["building", "incoming"]);
    expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
  }
});

it("a video plays, and an export built by another node is downloaded", async () => {
  const parts = new PartsClient(owner, web.origin);
  const content = numbered(1);
  const upload = await parts.begunVideo(id_project, content.length);
  expect((await parts.part(upload, 0, content)).status).toBe(204);
  expect((await parts.finishVideo(upload, id_project)).status).toBe(201);
  const { id } = await owner.call("POST /api/project-exports", { body: { id_project } });
  const { url } = await soon(async () => {
    const one = await owner.call("GET /api/project-exports/{id}", { params: { id } });
    expect(one.state).toBe("ready");
    return one;
  });
  const sent = await at(url ?? "", { cookie: owner.cookie() });
  expect(sent.status).toBe(200);
  expect((await sent.arrayBuffer()).byteLength).toBe(Number(sent.headers.get("content-length")));
});

it("while the store is unavailable pictures are refused for some seconds, and everything else continues", async () => {
  const room = await ready();
  service.turn({ isDown: true });
  const refused = await at(room.picture.thumbnail ?? "");
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("cache-control")).toBe("no-store");
  const file = { name: "hall.jpg", bytes: Buffer.concat([picture, Buffer.from("other")]) };
  const upload = await owner.upload("POST /api/rooms", { id_visit: String(id_visit) }, { file });
  expect(upload.status).toBe(503);
  expect((await owner.raw("GET /api/projects")).status).toBe(200);
  service.turn({ isDown: false });
  await expect.poll(async () => (await at(room.picture.thumbnail ?? "")).status).toBe(200);
  const again = await owner.upload("POST /api/rooms", { id_visit: String(id_visit) }, { file });
  expect(again.status).toBe(201);
});
