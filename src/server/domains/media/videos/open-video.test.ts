import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { insertVideo, type MadeVideo, realFilm } from "./videos.fixture.ts";

const start = Date.parse("2026-11-21T10:20:00Z");
let time = start;
const clock: Clock = { now: () => new Date(time) };

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let project: { id: number };
let password_hash: string;
let film: Uint8Array;
let real: MadeVideo;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web", FFMPEG_PATH: "none" }, clock, rateFactor: 1 });
  owner = await app.as(await app.user({ role: "administrator" }));
  stranger = await app.as(await app.user());
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  const member = await app.user();
  await app.join(project.id, member, "viewer");
  viewer = await app.as(member);
  password_hash = await hashPassword("gate 7");
  film = await realFilm();
  const reply = await owner.upload(
    "POST /api/three60videos",
    {
      id_project: String(project.id),
      title: "Ride",
      video_date: "2026-03-01T08:30:00Z",
      is_public: "1",
      is_protected: "1",
      password: "gate 7",
    },
    { file: { name: "ride.mp4", bytes: film } },
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const { id, code } = (reply.body as { data: { id: number; code: string } }).data;
  real = { id, code, sha256: "" };
});
afterAll(() => app.close());
beforeEach(async () => {
  time = start;
  await app.database.db.deleteFrom("attempts").execute();
});

const open = (client: TestClient, code: string) => client.call("GET /api/video-player", { query: { code } });
const shut = (client: TestClient, code: string) =>
  client.refused("GET /api/video-player", { query: { code } });
const unlock = (client: TestClient, code: string, password: string) =>
  client.raw("POST /api/three60videos/{id}/verify-password", { params: { id: code }, body: { password } });
const stream = (client: TestClient, id: string | number, headers: Record<string, string> = {}) =>
  client.send(
    "GET",
    client.address("GET /api/three60videos/{id}/stream", { params: { id } }).url,
    undefined,
    headers,
  );

describe("access to a video", () => {
  it("is always open to members, and to others with the code of a public one", async () => {
    const shown = await insertVideo(app, project.id, { is_public: true });
    const kept = await insertVideo(app, project.id);
    for (const client of [app.guest(), stranger]) {
      const player = await open(client, shown.code);
      expect(player).toMatchObject({ code: shown.code, id_video: null, id_project: null, is_locked: false });
      expect(Object.values(player.can)).not.toContain(true);
      expect(await shut(client, kept.code)).toMatchObject({ status: 404 });
    }
    expect(await open(viewer, kept.code)).toMatchObject({ id_video: kept.id, can: { view: true } });
    expect(await shut(app.guest(), "nosuchcode22")).toMatchObject({ status: 404 });
    // A number can be guessed.
    expect((await stream(app.guest(), shown.id)).status).toBe(404);
  });

  it("shows the project to its members, and to others once the project is public", async () => {
    const site = await owner.call("POST /api/projects", { body: { name: "Secret Tower" } });
    const { code, id } = await insertVideo(app, site.id, { is_public: true });
    const listed = async () => {
      const query = { per_page: 100 };
      const all = await app.guest().call("GET /api/three60videos/public", { query });
      const named = { ...query, project_code: site.code };
      const ofProject = await app.guest().call("GET /api/three60videos/public", { query: named });
      const found = all.items.find((video) => video.code === code);
      return { project: found?.project, byCode: ofProject.items.length };
    };
    for (const client of [app.guest(), stranger]) expect((await open(client, code)).project).toBe("");
    expect(await listed()).toEqual({ project: "", byCode: 0 });
    expect(await open(owner, code)).toMatchObject({ id_video: id, project: "Secret Tower" });
    await owner.call("PUT /api/projects/{id}", { params: { id: site.id }, body: { is_public: true } });
    for (const client of [app.guest(), stranger])
      expect((await open(client, code)).project).toBe("Secret Tower");
    expect(await listed()).toEqual({ project: "Secret Tower", byCode: 1 });
  });

  it("is closed to guests while the video is hidden, broken, or its project closed", async () => {
    const site = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    const hidden = await insertVideo(app, site.id, { is_public: true, is_hidden: true });
    const broken = await insertVideo(app, site.id, { is_public: true, state: "failed" });
    const making = await insertVideo(app, site.id, { is_public: true, state: "processing" });
    expect((await shut(app.guest(), hidden.code)).status).toBe(404);
    expect((await shut(app.guest(), broken.code)).status).toBe(404);
    expect((await open(app.guest(), making.code)).status).toBe("processing");
    expect((await open(owner, hidden.code)).status).toBe("hidden");
    await owner.call("PUT /api/projects/deactivate/{id}", { params: { id: site.id } });
    expect((await shut(app.guest(), making.code)).status).toBe(404);
    expect((await open(owner, making.code)).id_video).toBe(making.id);
  });

  it("gives playable addresses, for twelve hours, and for two where a password is required", async () => {
    const hours = (player: { playback: { expires_at: string } | null }) =>
      (Date.parse(player.playback?.expires_at ?? "") - start) / 3_600_000;
    const free = await insertVideo(app, project.id, { is_public: true });
    // They expire on the hour, so that they stay the same for a while.
    expect(Math.floor(hours(await open(app.guest(), free.code)))).toBe(limits.video.linkHours);
    const guest = app.guest();
    await unlock(guest, real.code, "gate 7");
    const player = await open(guest, real.code);
    expect(Math.floor(hours(player))).toBe(limits.video.passHours);
    const mp4 = new URL(player.playback?.mp4 ?? "", app.origin);
    const first = await fetch(mp4, { headers: { range: "bytes=0-99" } });
    expect([first.status, first.headers.get("content-type")]).toEqual([206, "video/mp4"]);
    time += 4 * 3_600_000;
    expect((await fetch(mp4)).status).not.toBe(200);
  });
});

describe("a video with a password", () => {
  it("is locked to guests and viewers, shows only its title, and opens with the password", async () => {
    for (const client of [app.guest(), viewer]) {
      expect(await open(client, real.code)).toMatchObject({
        title: "Ride",
        is_protected: true,
        is_locked: true,
        playback: null,
      });
      const wrong = await unlock(client, real.code, "gate 8");
      expect([wrong.status, (wrong.body as { code: string }).code]).toEqual([422, "VIDEO_PASSWORD_WRONG"]);
      expect((await open(client, real.code)).is_locked).toBe(true);
      const right = await unlock(client, real.code, "gate 7");
      expect(right.body).toMatchObject({ data: { is_locked: false, playback: { mp4: expect.any(String) } } });
      expect((await open(client, real.code)).is_locked).toBe(false);
    }
    // Another browser has not given it, and editors of the video need none.
    expect((await open(app.guest(), real.code)).is_locked).toBe(true);
    expect((await open(owner, real.code)).is_locked).toBe(false);
  });

  it("asks again after two hours, with another password, and for another video", async () => {
    const video = await insertVideo(app, project.id, { is_public: true, password_hash });
    const other = await insertVideo(app, project.id, { is_public: true, password_hash });
    const guest = app.guest();
    await unlock(guest, video.code, "gate 7");
    expect((await open(guest, other.code)).is_locked).toBe(true);
    time += (limits.video.passHours * 3600 - 1) * 1000;
    expect((await open(guest, video.code)).is_locked).toBe(false);
    time += 2000;
    expect((await open(guest, video.code)).is_locked).toBe(true);
    await unlock(guest, video.code, "gate 7");
    await owner.call("PUT /api/three60videos/{id}", {
      params: { id: video.id },
      body: { password: "gate 9" },
    });
    expect((await open(guest, video.code)).is_locked).toBe(true);
  });

  it("allows ten attempts per network, then makes it wait, also by the header", async () => {
    const video = await insertVideo(app, project.id, { is_public: true, password_hash });
    const guest = app.guest();
    for (let n = 0; n < limits.video.tries - 1; n += 1)
      expect((await unlock(guest, video.code, "wrong")).status).toBe(422);
    expect((await stream(guest, video.code, { "x-video-password": "wrong" })).status).toBe(403);
    const late = await unlock(guest, video.code, "gate 7");
    expect([late.status, (late.body as { code: string }).code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await stream(guest, video.code, { "x-video-password": "gate 7" })).status).toBe(429);
  });
});

describe("the stream", () => {
  it("answers a range with the requested bytes", async () => {
    const whole = await stream(owner, real.id);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    const bytes = Number(whole.headers.get("content-length"));
    const part = await stream(owner, real.code, { range: "bytes=0-1023" });
    expect([part.status, part.headers.get("content-length"), part.headers.get("content-range")]).toEqual([
      206,
      "1024",
      `bytes 0-1023/${bytes}`,
    ]);
    const behind = await stream(owner, real.code, { range: `bytes=${bytes}-` });
    expect(behind.status).toBe(416);
  });

  it("of a protected video requires the password, in the header or given before", async () => {
    const guest = app.guest();
    const refused = await stream(guest, real.code, { range: "bytes=0-9" });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, "VIDEO_PASSWORD"]);
    const wrong = await stream(guest, real.code, { range: "bytes=0-9", "x-video-password": "gate 8" });
    expect(wrong.status).toBe(403);
    const right = await stream(guest, real.code, { range: "bytes=0-9", "x-video-password": "gate 7" });
    expect(right.status).toBe(206);
    // A player sends no header with its next requests.
    expect((await stream(guest, real.code, { range: "bytes=10-19" })).status).toBe(206);
  });

  it("of a missing file responds that the video is not ready", async () => {
    const { code } = await insertVideo(app, project.id);
    const reply = await stream(owner, code);
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([409, "VIDEO_NOT_READY"]);
  });
});
