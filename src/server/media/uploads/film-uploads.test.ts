import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Video } from "#contract/videos.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { badClips, faststart, numbered } from "#test/clips.ts";
import { changeSettings } from "#test/sign-in.ts";
import { PartsClient } from "#test/tus.ts";

let app: TestApp;
let owner: TestClient;
let id_project: number;
let parts: PartsClient;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web", FFMPEG_PATH: "none" } });
  owner = await app.as(await app.user({ role: "administrator" }));
  parts = new PartsClient(owner, app.origin);
  id_project = (await owner.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
});
afterAll(() => app.close());

const kept = () => readdir(join(app.dataDir, "media/uploads")).catch(() => []);
const codeOf = ({ body }: RawReply) => (body as { code?: string }).code;
const answer = (reply: RawReply) => [reply.status, codeOf(reply)];
const videoIn = ({ body }: RawReply) => (body as { data: Video }).data;
const bad = (name: string) => {
  const found = badClips.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found.make();
};

async function originalOf(content: Buffer): Promise<Buffer> {
  const hash = createHash("sha256").update(content).digest("hex");
  return readFile(join(app.dataDir, "media/objects/films", hash.slice(0, 2), hash, "original.mp4"));
}

it("a video in parts becomes one video, its original byte for byte, and the same one when it is finished again", async () => {
  const content = numbered(1);
  const id = await parts.begunVideo(id_project, content.length, "جولة.mp4");
  expect((await parts.part(id, 0, content.subarray(0, 3000))).status).toBe(204);
  expect(answer(await parts.finishVideo(id, id_project))).toEqual([409, "UPLOAD_UNFINISHED"]);
  expect(await parts.offset(id)).toBe(3000);
  expect((await parts.part(id, 3000, content.subarray(3000))).status).toBe(204);
  const reply = await parts.finishVideo(id, id_project);
  expect(reply.status).toBe(201);
  expect(videoIn(reply)).toMatchObject({ status: "processing", duration: 2, width: 3840, height: 1920 });
  expect(await originalOf(content)).toEqual(content);
  const again = await parts.finishVideo(id, id_project);
  expect([again.status, videoIn(again).id]).toEqual([201, videoIn(reply).id]);
  expect(await kept()).not.toContain(id);
});

it("a video sent whole waits for the call that finishes it", async () => {
  const content = numbered(2);
  const file = { video: { name: "ride.mp4", bytes: content } };
  const reply = await owner.upload(
    "POST /api/three60videos/upload",
    { id_project: String(id_project) },
    file,
  );
  expect(reply.status).toBe(201);
  const { upload, file_size } = (reply.body as { data: { upload: string; file_size: number } }).data;
  expect(file_size).toBe(content.length);
  expect(await kept()).toContain(upload);
  expect(videoIn(await parts.finishVideo(upload, id_project))).toMatchObject({ file_size: content.length });
  expect(await originalOf(content)).toEqual(content);
});

it("refuses users who may not add videos and parts of another user's upload, and makes no room of a video", async () => {
  const [guest, stranger] = [app.guest(), await app.as(await app.user())];
  expect(answer(await new PartsClient(guest, app.origin).beginVideo(id_project, 100))).toEqual([
    401,
    "UNAUTHENTICATED",
  ]);
  const strange = new PartsClient(stranger, app.origin);
  expect((await strange.beginVideo(id_project, 100)).status).toBe(404);
  expect(answer(await parts.beginVideo(0, 100))).toEqual([422, "VALIDATION"]);
  expect(answer(await parts.beginVideo(999_999, 100))).toEqual([404, "NOT_FOUND"]);

  const content = numbered(3);
  const id = await parts.begunVideo(id_project, content.length);
  expect((await strange.head(id)).status).toBe(404);
  await parts.part(id, 0, content);
  const visit = await owner.call("POST /api/visits", {
    body: { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" },
  });
  expect(answer(await parts.finish(id, visit.id))).toEqual([404, "UPLOAD_UNKNOWN"]);
  const other = await owner.call("POST /api/projects", { body: { name: "Elsewhere" } });
  expect(answer(await parts.finishVideo(id, other.id))).toEqual([404, "UPLOAD_UNKNOWN"]);
  expect((await parts.finishVideo(id, id_project)).status).toBe(201);
});

it("a video over the current size limit is refused before its first byte", async () => {
  await changeSettings(app, { video_mb: 1 });
  const reply = await parts.beginVideo(id_project, 2 ** 20 + 1);
  expect(answer(reply)).toEqual([413, "VIDEO_TOO_LARGE"]);
  expect((reply.body as { message: string }).message).toBe("Video is too large. Max file size: 1 MB");
  expect((await parts.beginVideo(id_project, 2 ** 20)).status).toBe(201);
  await changeSettings(app, { video_mb: 500 });
});

it.each([
  ["a text with the name of a film", "VIDEO_TYPE"],
  ["QuickTime by its brand", "VIDEO_TYPE"],
])("after the first part of many: %s is refused, and stays refused", async (name, code) => {
  const id = await parts.begunVideo(id_project, 100_000_000);
  expect(answer(await parts.part(id, 0, bad(name)))).toEqual([422, code]);
  expect(await kept()).not.toContain(id);
  expect(answer(await parts.finishVideo(id, id_project))).toEqual([422, code]);
});

it("with its index in front a video of the wrong shape is refused after its first part, and a valid one goes on", async () => {
  const content = faststart();
  const id = await parts.begunVideo(id_project, content.length);
  expect((await parts.part(id, 0, content.subarray(0, 3500))).status).toBe(204);
  expect((await parts.part(id, 3500, content.subarray(3500))).status).toBe(204);
  expect((await parts.finishVideo(id, id_project)).status).toBe(201);

  const wrong = bad("3840x2160, index in front");
  const refused = await parts.begunVideo(id_project, wrong.length);
  expect(answer(await parts.part(refused, 0, wrong.subarray(0, 3500)))).toEqual([422, "VIDEO_RATIO"]);
});

it("a fault that only the whole file shows is refused at the end, remembered, and its file removed", async () => {
  const content = bad("1920x960");
  const id = await parts.begunVideo(id_project, content.length);
  expect((await parts.part(id, 0, content.subarray(0, 3000))).status).toBe(204);
  expect((await parts.part(id, 3000, content.subarray(3000))).status).toBe(204);
  for (let time = 0; time < 2; time += 1)
    expect(answer(await parts.finishVideo(id, id_project))).toEqual([422, "VIDEO_RESOLUTION"]);
  expect(await kept()).not.toContain(id);
});

it("reports what this server can do with videos", async () => {
  expect(await owner.call("GET /api/system/media")).toEqual({ ffmpeg: { is_ready: false, version: null } });
});
