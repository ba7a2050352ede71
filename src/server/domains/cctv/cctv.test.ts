import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import type { Camera, cctvApi } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { testFfmpeg } from "#test/cameras/clip.ts";
import { cameraUser, type HlsCamera, startHlsCamera } from "#test/cameras/hls-camera.ts";
import { type RtspCamera, startRtspCamera } from "#test/cameras/rtsp-camera.ts";
import type { TestClient } from "#test/client.ts";
import { jpegOf, keepStills, work } from "./stills.fixture.ts";
import { isEmpty } from "./stills.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 90_000 });

type Body<R extends "POST /api/cctv-cameras" | "PUT /api/cctv-cameras/{id}" | "POST /api/cctv-cameras/try"> =
  z.input<(typeof cctvApi)[R]["body"]>;

let app: TestApp;
let camera: HlsCamera;
let rtsp: RtspCamera;
let owner: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let project: number;
/** Every answer that anybody got: where cameras are must stand in none of those that no editor asked for. */
const told: string[] = [];
/** So that checks that are a minute old count as old. */
let shift = 0;

beforeAll(async () => {
  [camera, rtsp] = await Promise.all([startHlsCamera(), startRtspCamera()]);
  app = await testApp({ clock: { now: () => new Date(Date.now() + shift) }, rateFactor: 1 });
  const people = {
    owner: await app.user({ role: "administrator" }),
    viewer: await app.user(),
    stranger: await app.user(),
    admin: await app.user({ role: "super_admin" }),
  };
  [owner, viewer, stranger] = await Promise.all([
    app.as(people.owner),
    app.as(people.viewer),
    app.as(people.stranger),
  ]);
  const admin = await app.as(people.admin);
  await admin.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.1"] } });
  project = (await owner.call("POST /api/projects", { body: { name: "Quay" } })).id;
  await app.join(project, people.viewer, "viewer");
});
afterAll(async () => {
  await app.close();
  await Promise.all([camera.close(), rtsp.close()]);
});

const add = (body: Partial<Body<"POST /api/cctv-cameras">> = {}): Promise<Camera> =>
  owner.call("POST /api/cctv-cameras", {
    body: { id_project: project, name: "Crane", hls_url: camera.url, ...cameraUser, ...body },
  });
const fieldOf = async (client: TestClient, body: Record<string, unknown>) =>
  (
    await client.refused("POST /api/cctv-cameras", {
      body: { id_project: project, name: "Crane", hls_url: camera.url, ...body },
    })
  ).errors;
/** What stands behind an address of ours. */
const fetched = async (path: string, client?: TestClient) => {
  const response = await fetch(
    new URL(path, app.origin),
    client === undefined ? {} : { headers: { cookie: client.cookie() } },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  told.push(JSON.stringify([...response.headers]));
  if (!/^(?:video|image)\//.test(response.headers.get("content-type") ?? "")) told.push(bytes.toString());
  return { status: response.status, bytes, type: response.headers.get("content-type") };
};

describe("a camera's data", () => {
  it("is kept and told, its password never; the address only to who may change it", async () => {
    const made = await add({
      hls_url: camera.url.replace(
        "http://",
        `http://${cameraUser.username}:${encodeURIComponent(cameraUser.password)}@`,
      ),
      username: "",
      password: "",
      location: "Gate 2",
      description: "Over the gate",
      brand: "Axis",
      metadata: { model: "P1", notes: "On the pole" },
    });
    expect(made).toMatchObject({
      name: "Crane",
      description: "Over the gate",
      location: "Gate 2",
      hls_url: camera.url,
      username: cameraUser.username,
      has_password: true,
      kind: "hls",
      project_id: project,
      metadata: { brand: "Axis", model: "P1", resolution: "", notes: "On the pole" },
    });
    expect(made.code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(JSON.stringify(made)).not.toContain("s3cret");
    const seen = await viewer.call("GET /api/cctv-cameras/{id}", { params: { id: made.code } });
    expect(seen).toMatchObject({
      id: made.id,
      hls_url: null,
      username: null,
      has_password: false,
      can: { edit: false },
    });
    const { source } = await app.database.db
      .selectFrom("cameras")
      .select("source")
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    expect(source).not.toMatch(/127|admin/);
    expect((await stranger.refused("GET /api/cctv-cameras/{id}", { params: { id: made.id } })).code).toBe(
      "CAMERA_VIEW_DENIED",
    );
    expect((await viewer.refused("DELETE /api/cctv-cameras/{id}", { params: { id: made.id } })).code).toBe(
      "CAMERA_EDIT_DENIED",
    );
  });

  it("is checked as the form checks it", async () => {
    expect(await fieldOf(owner, { name: " " })).toEqual({ name: ["cctv.name_required"] });
    expect(Object.keys((await fieldOf(owner, { name: "a".repeat(256) })) ?? {})).toEqual(["name"]);
    expect(Object.keys((await fieldOf(owner, { location: "a".repeat(256) })) ?? {})).toEqual(["location"]);
    expect(await fieldOf(owner, { hls_url: "" })).toEqual({ hls_url: ["cctv.url_required"] });
    expect(await fieldOf(owner, { hls_url: "abc" })).toEqual({ hls_url: ["cctv.url_invalid"] });
    expect(await fieldOf(owner, { hls_url: "ftp://x/y" })).toEqual({ hls_url: ["cctv.url_scheme"] });
    expect(await fieldOf(owner, { is_protected: 1 })).toEqual({
      protection_password: ["cctv.protection_required"],
    });
    expect(await fieldOf(owner, { is_protected: 1, protection_password: "abc" })).toEqual({
      protection_password: ["cctv.protection_short"],
    });
    expect(
      await fieldOf(owner, {
        schedule: { minutes: 10, from: "07:00", to: "19:00", days: [1], time_zone: "Mars/Olympus" },
      }),
    ).toEqual({ schedule: ["cctv.time_zone_unknown"] });
  });

  it("keeps its passwords where none is sent, its project always, and its address's password on that machine only", async () => {
    const made = await add({ is_protected: 1, protection_password: "gate 7" });
    const other = (await owner.call("POST /api/projects", { body: { name: "Mole" } })).id;
    const change = (body: Body<"PUT /api/cctv-cameras/{id}"> & { id_project?: number }) =>
      owner.call("PUT /api/cctv-cameras/{id}", { params: { id: made.id }, body });
    const same = await change({
      name: "Crane 2",
      id_project: other,
      hls_url: `${camera.url}?b`,
      password: "",
      is_protected: 1,
      protection_password: "",
    });
    expect(same).toMatchObject({
      name: "Crane 2",
      id_project: project,
      has_password: true,
      is_protected: true,
      username: cameraUser.username,
    });
    expect(await change({ hls_url: "http://127.0.0.1:9/steal.m3u8" })).toMatchObject({ has_password: false });
    const bare = await add();
    const refused = await owner.refused("PUT /api/cctv-cameras/{id}", {
      params: { id: bare.id },
      body: { is_protected: 1 },
    });
    expect(refused.errors).toEqual({ protection_password: ["cctv.protection_required"] });
  });

  it("is listed by project, word, state and star, each for oneself", async () => {
    const [one, other] = [
      await add({ name: "North 100% gate", location: "Pier" }),
      await add({ name: "South" }),
    ];
    const ids = async (
      client: TestClient,
      query: z.input<(typeof cctvApi)["GET /api/cctv-cameras"]["query"]>,
    ) =>
      (await client.call("GET /api/cctv-cameras", { query: { project_id: project, ...query } })).items.map(
        ({ id }) => id,
      );
    expect(await ids(viewer, { search: "100% g" })).toEqual([one.id]);
    expect(await ids(viewer, { search: "pier" })).toEqual([one.id]);
    expect(await ids(stranger, {})).toEqual([]);
    expect(await viewer.call("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).toEqual({
      id_camera: one.id,
      starred: true,
    });
    await viewer.call("PUT /api/cctv-cameras/bulk-star", { body: { camera_ids: [other.id, 999_999] } });
    expect((await ids(viewer, { starred: 1 })).toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
    expect(await ids(owner, { starred: 1 })).toEqual([]);
    expect((await viewer.call("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).starred).toBe(
      false,
    );
    expect((await stranger.refused("PUT /api/cctv-cameras/star", { body: { camera_id: one.id } })).code).toBe(
      "NOT_FOUND",
    );
  });

  it("has a picture of its own, JPEG or PNG up to five megabytes", async () => {
    const made = await add();
    const send = (name: string, bytes: Uint8Array) =>
      owner.upload(
        "POST /api/cctv-cameras/{id}/thumbnail",
        {},
        { thumbnail: { name, bytes } },
        { params: { id: made.id } },
      );
    const picture = await jpegOf({ r: 200, g: 80, b: 20 });
    const reply = (await send("crane.jpg", picture)).body as { data: Camera };
    expect((await fetched(reply.data.thumbnail_url_full ?? "")).type).toBe("image/webp");
    expect((await send("crane.pdf", Buffer.from("%PDF-1.7 and so on"))).status).toBe(422);
    expect((await send("crane.jpg", Buffer.alloc(5 * 2 ** 20 + 1, 0xff))).body).toMatchObject({
      code: "THUMBNAIL_TOO_LARGE",
    });
    const gone = await owner.call("DELETE /api/cctv-cameras/{id}/thumbnail", { params: { id: made.id } });
    expect(gone.thumbnail_url_full).toBeNull();
  });
});

describe("before it is saved", () => {
  const tried = (body: Partial<Body<"POST /api/cctv-cameras/try">>) =>
    owner.call("POST /api/cctv-cameras/try", {
      body: { id_project: project, hls_url: camera.url, ...body },
    });

  it("an address can be tried, and says what it shows or why it does not", async () => {
    expect(await tried(cameraUser)).toMatchObject({ is_ok: true, problem: null, width: 320, height: 180 });
    expect(await tried({ hls_url: rtsp.url, ...cameraUser })).toMatchObject({
      is_ok: true,
      width: 320,
      codec: expect.stringMatching(/^avc1/),
    });
    expect(await tried({})).toMatchObject({ is_ok: false, problem: "CAMERA_REFUSES" });
    expect(await tried({ hls_url: "http://192.0.2.9/stream.m3u8" })).toMatchObject({
      is_ok: false,
      problem: "CAMERA_FORBIDDEN",
    });
    expect(await tried({ hls_url: "http://169.254.169.254/latest" })).toMatchObject({
      problem: "CAMERA_FORBIDDEN",
    });
    expect(await tried({ hls_url: `${camera.origin}/html.m3u8`, ...cameraUser })).toMatchObject({
      problem: "CAMERA_UNREADABLE",
    });
  });

  it("its stored password is used for the camera itself, and never sent elsewhere", async () => {
    const made = await add();
    expect(await tried({ id_camera: made.id, username: cameraUser.username })).toMatchObject({ is_ok: true });
    const thief = await startHlsCamera();
    expect(
      await tried({ id_camera: made.id, hls_url: thief.url, username: cameraUser.username }),
    ).toMatchObject({ is_ok: false });
    expect(JSON.stringify(thief.refused)).not.toContain(
      Buffer.from(`:${cameraUser.password}`).toString("base64").slice(2, 12),
    );
    expect(thief.asked).toEqual([]);
    await thief.close();
  });
});

describe("watching", () => {
  it("a member plays it from addresses of this server that are good for ten minutes", async () => {
    const made = await add({ name: "Watched" });
    const { hls, still, expires_at } = await viewer.call("GET /api/cctv-cameras/{id}/playback", {
      params: { id: made.id },
    });
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    const playlist = await fetched(hls);
    expect(playlist.type).toContain("application/vnd.apple.mpegurl");
    const name =
      playlist.bytes
        .toString()
        .split("\n")
        .findLast((line) => line.startsWith("s-")) ?? "";
    const segment = await fetched(new URL(name, new URL(hls, app.origin)).pathname);
    expect(segment).toMatchObject({ status: 200, type: "video/mp2t" });
    expect(await framesOf(segment.bytes, "ts")).toBe(true);
    expect((await fetched(still)).type).toBe("image/jpeg");
    const [, , , link = ""] = hls.split("/");
    expect((await fetched(hls.replace(link, `1${link}`))).status).toBe(403);
    shift = 601_000;
    expect((await fetched(hls)).status).toBe(403);
    shift = 0;
    expect(
      (await stranger.refused("GET /api/cctv-cameras/{id}/playback", { params: { id: made.id } })).status,
    ).toBe(403);
  });

  it("a guest plays what is public, knows nothing of what is not, and opens what is protected with its password", async () => {
    const [open, closed, locked] = [
      await add({ name: "Open", is_public: 1 }),
      await add({ name: "Closed" }),
      await add({
        name: "Locked",
        is_public: 1,
        is_protected: 1,
        protection_password: "gate 7",
        location: "Pier",
      }),
    ];
    const guest = app.guest();
    const shown = await guest.call("GET /api/cctv-player", { query: { code: open.code } });
    expect(shown).toMatchObject({ name: "Open", is_locked: false, id_camera: null });
    expect((await fetched(shown.playback?.hls ?? "")).status).toBe(200);
    expect((await guest.refused("GET /api/cctv-player", { query: { code: closed.code } })).status).toBe(403);
    expect((await guest.refused("GET /api/cctv-player", { query: { code: "nosuchcode22" } })).status).toBe(
      404,
    );
    const before = await guest.call("GET /api/cctv-player", { query: { code: locked.code } });
    expect(before).toMatchObject({ is_locked: true, playback: null, location: "", thumbnail: null });
    const verify = (password: string) => ({ body: { code: locked.code, password } });
    expect((await guest.refused("POST /api/cctv-player/verify-password", verify("gate 8"))).code).toBe(
      "CAMERA_PASSWORD_WRONG",
    );
    const after = await guest.call("POST /api/cctv-player/verify-password", verify("gate 7"));
    expect((await fetched(after.playback?.hls ?? "")).status).toBe(200);
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(
      false,
    );
    shift = 2 * 3_600_000 + 1000;
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(true);
    shift = 0;
    const opened =
      (await guest.call("POST /api/cctv-player/verify-password", verify("gate 7"))).playback?.hls ?? "";
    expect((await fetched(opened)).status).toBe(200);
    // Another password is another lock, also for what was given out before.
    await owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: locked.id },
      body: { protection_password: "gate 9" },
    });
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(true);
    await vi.waitFor(async () => expect((await fetched(opened)).status).toBe(403), { timeout: 4_000 });
    expect((await viewer.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(
      false,
    );
    told.push(JSON.stringify([shown, before, after]));
  });

  it("a network guesses a password ten times, and then has to wait", async () => {
    const { code } = await add({ is_public: 1, is_protected: 1, protection_password: "gate 7" });
    const guest = app.guest();
    const guess = (password: string) =>
      guest.raw("POST /api/cctv-player/verify-password", { body: { code, password } });
    for (let n = 0; n < limits.video.tries; n += 1)
      expect((await guess("gate 8")).body).toMatchObject({ code: "CAMERA_PASSWORD_WRONG" });
    expect(await guess("gate 7")).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  });

  it("a camera that was deleted, or has another address, is played no more from the old one", async () => {
    const made = await add({ name: "Moving" });
    const { hls } = await viewer.call("GET /api/cctv-cameras/{id}/playback", { params: { id: made.id } });
    expect((await fetched(hls)).status).toBe(200);
    await owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: made.id },
      body: { hls_url: `${camera.origin}/html.m3u8` },
    });
    await vi.waitFor(async () => expect((await fetched(hls)).status).toBe(424), { timeout: 4_000 });
    await owner.call("DELETE /api/cctv-cameras/{id}", { params: { id: made.id } });
    await vi.waitFor(async () => expect((await fetched(hls)).status).toBe(404), { timeout: 4_000 });
  });

  it("nothing that anybody was sent tells where a camera is, or how one signs in there", () => {
    expect(told.length).toBeGreaterThan(10);
    const { port } = new URL(camera.url);
    for (const secret of [`:${port}`, "camera.internal", cameraUser.username, "s3cret", "token=abc"])
      expect(told.join("\n"), secret).not.toContain(secret);
  });
});

describe("its health", () => {
  const news = async () =>
    (await owner.call("GET /api/notifications", { query: { limit: 100 } }))
      .filter(({ kind }) => kind === "camera")
      .map(({ title, message }) => `${title}: ${message}`);

  it("is looked at, counted, told once when it is gone and once when it is back", async () => {
    const sick = await startHlsCamera();
    const made = await add({ name: "Sick", hls_url: sick.url, alert_after: 2 });
    const check = () => owner.call("POST /api/cctv-cameras/{id}/check", { params: { id: made.id } });
    await vi.waitFor(async () => {
      const { state } = await owner.call("GET /api/cctv-cameras/{id}", { params: { id: made.id } });
      expect(state, "checked by itself, once it was added").toBe("up");
    }, 10_000);
    sick.mood = "broken";
    expect(await check()).toMatchObject({ state: "down", problem: "CAMERA_SILENT", missed: 1 });
    expect(await news()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await check();
    expect(await news()).toEqual(["Camera gone: “Sick” in “Quay” sends no pictures any more."]);
    sick.mood = "well";
    // It is left alone for a second after its failures.
    await vi.waitFor(
      async () => expect(await check()).toMatchObject({ state: "up", missed: 0, problem: null }),
      {
        timeout: 8_000,
        interval: 500,
      },
    );
    await check();
    expect(await news()).toEqual(["Camera back: “Sick” in “Quay” sends pictures again."]);
    const { uptime, last_seen_at } = await owner.call("GET /api/cctv-cameras/{id}", {
      params: { id: made.id },
    });
    expect(uptime).toBeGreaterThan(0.2);
    expect(uptime).toBeLessThan(0.8);
    expect(last_seen_at).not.toBeNull();
    const health = await viewer.call("GET /api/cctv-cameras/{id}/health", {
      params: { id: made.id },
      query: { period: "day" },
    });
    expect(health.steps).toHaveLength(24);
    expect(health.steps.at(-1)).toMatchObject({ checks: expect.any(Number) });
    expect(health.uptime).toBe(uptime);
    await sick.close();
  });

  it("is refused, not down, where the rules forbid to ask", async () => {
    const made = await add({ hls_url: "http://10.1.2.3/live.m3u8" });
    expect(await owner.call("POST /api/cctv-cameras/{id}/check", { params: { id: made.id } })).toMatchObject({
      state: "refused",
      problem: "CAMERA_FORBIDDEN",
    });
  });
});

describe("pictures that are kept", () => {
  it("are taken on demand, of HLS and of RTSP, listed by time and day, and deleted", async () => {
    for (const source of [{ hls_url: camera.url }, { hls_url: rtsp.url }]) {
      const made = await add(source);
      const still = await owner.call("POST /api/cctv-cameras/{id}/stills", { params: { id: made.id } });
      const { bytes } = await fetched(still.url);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 320, height: 180 });
      const [list, { items: days }, shown] = await Promise.all([
        viewer.call("GET /api/cctv-cameras/{id}/stills", { params: { id: made.id }, query: {} }),
        viewer.call("GET /api/cctv-cameras/{id}/stills/days", { params: { id: made.id } }),
        viewer.call("GET /api/cctv-cameras/{id}", { params: { id: made.id } }),
      ]);
      expect(list).toMatchObject({ total: 1, items: [{ id_still: still.id }] });
      expect(days).toEqual([{ day: still.taken_at.slice(0, 10), stills: 1 }]);
      expect(shown).toMatchObject({
        still: { id: still.id },
        thumbnail: null,
        thumbnail_url_full: still.thumbnail,
      });
      const params = { id: made.id, stillId: still.id };
      await owner.call("DELETE /api/cctv-cameras/{id}/stills/{stillId}", { params });
      expect((await owner.refused("DELETE /api/cctv-cameras/{id}/stills/{stillId}", { params })).code).toBe(
        "NOT_FOUND",
      );
    }
  });

  it("are left out when they are black or of one colour, as decoders paint what they did not get", async () => {
    const noise = await sharp({
      create: {
        width: 320,
        height: 180,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 60, sigma: 30 },
      },
    })
      .resize(20, 12)
      .resize(320, 180)
      .jpeg()
      .toBuffer();
    expect(await isEmpty(await jpegOf({ r: 0, g: 0, b: 2 }))).toBe(true);
    expect(await isEmpty(await jpegOf({ r: 128, g: 128, b: 128 }))).toBe(true);
    expect(await isEmpty(noise)).toBe(false);
    await expect(isEmpty(noise.subarray(0, 200))).rejects.toMatchObject({ code: "CAMERA_UNREADABLE" });
  });

  it("come by themselves when they are due, each once", async () => {
    const schedule = {
      minutes: 1,
      from: "00:00",
      to: "00:00",
      days: [0, 1, 2, 3, 4, 5, 6],
      time_zone: "Asia/Riyadh",
    };
    const made = await add({ schedule });
    const { db } = app.database;
    const due = () =>
      db.selectFrom("cameras").select("next_still_at").where("id", "=", made.id).executeTakeFirstOrThrow();
    expect(((await due()).next_still_at?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
    await db
      .updateTable("cameras")
      .set({ next_still_at: new Date(Date.now() - 1000) })
      .where("id", "=", made.id)
      .execute();
    await Promise.all([work(app, "cctv.stills"), work(app, "cctv.stills")]);
    await vi.waitFor(async () => {
      const { total } = await owner.call("GET /api/cctv-cameras/{id}/stills", {
        params: { id: made.id },
        query: {},
      });
      expect(total).toBe(1);
    }, 15_000);
    expect((await due()).next_still_at?.getTime()).toBeGreaterThan(Date.now() - 1000);
    await owner.call("PUT /api/cctv-cameras/{id}", { params: { id: made.id }, body: { schedule: null } });
    expect((await due()).next_still_at).toBeNull();
  });
});

describe("a film of them", () => {
  const films = async (id: number) =>
    (await viewer.call("GET /api/cctv-cameras/{id}/timelapses", { params: { id } })).items;
  const settled = (id: number) =>
    vi.waitFor(
      async () => {
        const [film] = await films(id);
        if (film?.state !== "ready" && film?.state !== "failed") throw new Error("It is not settled yet.");
        return film;
      },
      { timeout: 20_000, interval: 300 },
    );

  it("is made with the date in it, can be played, and is told to who asked", async () => {
    const made = await add({ name: "Filmed" });
    // A broken one among them is left out.
    await keepStills(app, made.id, 6, { broken: 3 });
    const asked = await owner.call("POST /api/cctv-cameras/{id}/timelapses", {
      params: { id: made.id },
      body: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", fps: 5 },
    });
    expect(asked).toMatchObject({ state: "waiting", url: null });
    const film = await settled(made.id);
    expect(film).toMatchObject({ state: "ready", problem: null, frames: 5, seconds: 1, progress: 1 });
    const { bytes, type } = await fetched(film.url ?? "");
    expect(type).toBe("video/mp4");
    expect(bytes.length).toBe(film.bytes);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(await framesOf(bytes, "mp4")).toBe(true);
    // The stamp is where no still has anything but its one colour.
    const frame = await frameFrom(bytes);
    const part = async (left: number, top: number, width: number, height: number) => {
      const { channels } = await sharp(
        await sharp(frame).extract({ left, top, width, height }).png().toBuffer(),
      ).stats();
      return Math.max(...channels.map(({ stdev }) => stdev));
    };
    expect(await part(12, 148, 110, 22)).toBeGreaterThan(25);
    expect(await part(200, 20, 100, 60)).toBeLessThan(6);
    const poster = await fetched(film.poster ?? "");
    expect(await sharp(poster.bytes).metadata()).toMatchObject({ width: 320, height: 180 });
    const items = await owner.call("GET /api/notifications", { query: {} });
    expect(items.map(({ title }) => title)).toContain("Time-lapse ready");
    await owner.call("DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}", {
      params: { id: made.id, timelapseId: film.id },
    });
    expect(await films(made.id)).toEqual([]);
  });

  it("needs pictures, and an end after its beginning", async () => {
    const made = await add();
    const ask = (from: string, to: string) =>
      owner.refused("POST /api/cctv-cameras/{id}/timelapses", {
        params: { id: made.id },
        body: { from, to },
      });
    expect((await ask("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")).code).toBe("STILLS_MISSING");
    expect((await ask("2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z")).errors).toEqual({
      to: ["cctv.film.range_order"],
    });
  });
});

let films: string | undefined;
const folder = async () => (films ??= await mkdtemp(join(tmpdir(), "sitewalk-film-")));
afterAll(async () => {
  if (films !== undefined) await rm(films, { recursive: true, force: true });
});

/** Whether a decoder goes through all of it. */
async function framesOf(bytes: Buffer, ending: string): Promise<boolean> {
  const directory = await folder();
  await writeFile(join(directory, `in.${ending}`), bytes);
  const args = `-xerror -protocol_whitelist file -i in.${ending} -map 0:v -f null -`.split(" ");
  return testFfmpeg()
    .run({ directory, seconds: 20, args })
    .then(
      () => true,
      () => false,
    );
}

async function frameFrom(bytes: Buffer): Promise<string> {
  const directory = await folder();
  await writeFile(join(directory, "film.mp4"), bytes);
  await testFfmpeg().run({ directory, seconds: 20, args: "-i film.mp4 -frames:v 1 frame.png".split(" ") });
  return join(directory, "frame.png");
}
