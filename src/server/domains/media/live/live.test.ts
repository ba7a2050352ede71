import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Channel } from "#contract/live.ts";
import { startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { freePort } from "#test/chaos/server-process.ts";
import type { TestClient } from "#test/client.ts";
import { ffmpegPath, push } from "#test/live/push.ts";
import { soon } from "#test/soon.ts";

let app: TestApp;
let owner: TestClient;
let editor: TestClient;
let editorAccount: { id: number };
let viewer: TestClient;
let viewerAccount: { id: number };
let stranger: TestClient;
let admin: TestClient;
let project: { id: number };

beforeAll(async () => {
  app = await testApp({ environment: { LIVE_PORT: String(await freePort()) } });
  owner = await app.as(await app.user({ role: "administrator" }));
  admin = await app.as(await app.user({ role: "super_admin" }));
  const [anEditor, aViewer] = [await app.user(), await app.user()];
  [editorAccount, viewerAccount] = [anEditor, aViewer];
  [editor, viewer] = [await app.as(anEditor), await app.as(aViewer)];
  stranger = await app.as(await app.user());
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, anEditor, "editor");
  await app.join(project.id, aViewer, "viewer");
});
afterAll(() => app.close());

const create = (more: object = {}, client = editor) =>
  client.call("POST /api/live-streaming", { body: { id_project: project.id, name: "Crane", ...more } });
const at = (id: number | string) => ({ params: { id } });
const show = (id: number | string, client = editor) => client.call("GET /api/live-streaming/{id}", at(id));
const start = (id: number, client = editor) => client.call("PUT /api/live-streaming/{id}/start", at(id));
const stop = (id: number, client = editor) => client.call("PUT /api/live-streaming/{id}/stop", at(id));
const player = (code: string, client: TestClient) =>
  client.call("GET /api/live-streaming/playback-urls", { query: { medialive_channel_id: code } });
const becomes = (id: number, state: Channel["state"]) =>
  soon(async () => {
    const channel = await show(id);
    expect(channel.state).toBe(state);
    return channel;
  });
const send = (channel: Channel & { stream_key: string }) => {
  const sender = push(`${channel.ingest?.url ?? ""}/${channel.stream_key}`, { seconds: 30 });
  onTestFinished(() => sender.kill());
  return sender;
};
const rowOf = (id: number) =>
  app.database.db.selectFrom("live_channels").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a channel", () => {
  it("is created with a key that is shown once and stored as its hash only", async () => {
    const made = await create({ description: "North gate", is_public: 1, record: 1, is_360: 0 });
    expect(made).toMatchObject({
      name: "Crane",
      project: "Palm Court",
      state: "idle",
      driver: "own",
      is_public: true,
      record: true,
      is_360: false,
      viewers: 0,
      signal: null,
    });
    expect(Buffer.from(made.stream_key, "base64url")).toHaveLength(24);
    expect(made.ingest?.key_hint).toBe(made.stream_key.slice(-4));
    expect(made.ingest?.url).toMatch(/^rtmp:\/\/127\.0\.0\.1:\d+\/live$/);
    const { stream_key, ...later } = made;
    expect(await show(made.id)).toEqual(later);
    expect(JSON.stringify(await rowOf(made.id))).not.toContain(stream_key);
  });

  it("is found by its number and by its public name", async () => {
    const made = await create();
    expect(made.medialive_channel_id).toMatch(/^\w{12}$/);
    expect(await show(made.medialive_channel_id)).toEqual(await show(made.id));
    const { query } = { query: { id: made.code } };
    expect(await editor.call("GET /api/live-streaming/playback-urls", { query })).toMatchObject({
      medialive_channel_id: made.code,
    });
  });

  it("requires a name, a project, and a password of four characters where it is protected", async () => {
    const refused = (body: object) => editor.refused("POST /api/live-streaming", { body });
    expect((await refused({ id_project: project.id, name: " " })).errors).toEqual({
      name: ["live.name_required"],
    });
    const open = { id_project: project.id, name: "Crane", is_protected: 1 };
    expect((await refused(open)).errors).toEqual({ password: ["live.password_required"] });
    expect((await refused({ ...open, password: "abc" })).errors).toEqual({
      password: ["live.password_short"],
    });
    const made = await create({ is_protected: 1, password: "gate" });
    expect(made.is_protected).toBe(true);
    expect(JSON.stringify(made)).not.toContain("gate");
  });

  it("is changed in the fields that were sent, by users who may, and the log names them", async () => {
    const { id, name } = await create({ description: "North" });
    await editor.call("PUT /api/live-streaming/{id}", { ...at(id), body: { description: "South" } });
    expect(await show(id)).toMatchObject({ name, description: "South" });
    const body = { name: "Mine" };
    expect(await viewer.refused("PUT /api/live-streaming/{id}", { ...at(id), body })).toMatchObject({
      status: 403,
      code: "CHANNEL_EDIT_DENIED",
    });
    expect(await stranger.refused("PUT /api/live-streaming/{id}", { ...at(id), body })).toMatchObject({
      status: 404,
    });
    const rows = await app.database.db
      .selectFrom("activity")
      .select(["action", "changed"])
      .where("id_subject", "=", id)
      .where("subject_kind", "=", "channel")
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { action: "channel.created", changed: [] },
      { action: "channel.changed", changed: ["description"] },
    ]);
  });

  it("shows viewers neither address nor key nor failures", async () => {
    const { id } = await create();
    await app.database.db
      .updateTable("live_channels")
      .set({ problem: "the port is taken" })
      .where("id", "=", id)
      .execute();
    expect(await show(id, viewer)).toMatchObject({ ingest: null, problem: null });
    expect(await show(id)).toMatchObject({ problem: "the port is taken", ingest: { key_hint: /./ } });
    expect(await stranger.refused("GET /api/live-streaming/{id}", at(id))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
  });

  it("cannot exceed the limit of its project", async () => {
    const other = await owner.call("POST /api/projects", { body: { name: "Full" } });
    const body = { id_project: other.id, name: "Crane" };
    await Promise.all(Array.from({ length: 19 }, () => owner.call("POST /api/live-streaming", { body })));
    const two = await Promise.all([1, 2].map(() => owner.raw("POST /api/live-streaming", { body })));
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it("is carried by this server until another service is configured", async () => {
    const { items } = await editor.call("GET /api/live-streaming/drivers");
    expect(items.filter(({ is_ready }) => is_ready)).toEqual([{ driver: "own", is_ready: true }]);
    const body = { id_project: project.id, name: "Crane", driver: "medialive" };
    expect(await editor.refused("POST /api/live-streaming", { body })).toMatchObject({
      code: "LIVE_DRIVER_OFF",
    });
  });
});

describe("the lists", () => {
  it("show the channels of one's projects, one's own, and all of them to super admins only", async () => {
    const other = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    const theirs = await create({ id_project: other.id, name: "Pontoon" }, owner);
    const mine = await create({ name: "Zenith" });
    const names = async (client: TestClient, query: object = {}) =>
      (await client.call("GET /api/live-streaming/user", { query: { per_page: 100, ...query } })).items.map(
        ({ name }) => name,
      );
    expect(await names(editor)).toContain("Zenith");
    expect(await names(editor)).not.toContain("Pontoon");
    expect(await names(stranger)).toEqual([]);
    expect(await names(owner, { mine: 1 })).toContain("Pontoon");
    expect(await names(owner, { mine: 1 })).not.toContain("Zenith");
    expect(await names(owner, { search: "zeni" })).toEqual(["Zenith"]);
    expect(await names(owner, { id_project: other.id })).toEqual(["Pontoon"]);
    const everybody = await admin.call("GET /api/live-streaming", { query: { sort: "name", per_page: 100 } });
    const sorted = everybody.items.map(({ name }) => name);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b)));
    expect(everybody.items.map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.id, mine.id]));
    expect(await editor.refused("GET /api/live-streaming")).toMatchObject({ status: 403 });
  });
});

describe("a guest at a channel's address", () => {
  it("finds no members-only channel, and none by its number", async () => {
    const closed = await create();
    const open = await create({ is_public: 1 });
    for (const key of [closed.code, String(open.id)]) {
      const query = { medialive_channel_id: key };
      expect((await app.guest().raw("GET /api/live-streaming/playback-urls", { query })).status).not.toBe(
        200,
      );
    }
    expect(await player(closed.code, viewer)).toMatchObject({ state: "idle", is_locked: false });
    expect(await player(open.code, app.guest())).toMatchObject({ state: "idle", playback: null });
  });

  it("opens a protected one with its password, until the password changes", async () => {
    const { id, code } = await create({ is_protected: 1, password: "gate 7" });
    const guest = app.guest();
    expect(await player(code, guest)).toMatchObject({ is_locked: true, playback: null });
    expect(await player(code, viewer)).toMatchObject({ is_locked: false });
    const give = (password: string) =>
      guest.raw("POST /api/live-streaming/{id}/verify-password", { ...at(code), body: { password } });
    expect((await give("gate 8")).status).toBe(422);
    expect(await player(code, guest)).toMatchObject({ is_locked: true });
    expect((await give("gate 7")).status).toBe(200);
    expect(await player(code, guest)).toMatchObject({ is_locked: false });
    expect(await player(code, app.guest())).toMatchObject({ is_locked: true });
    await editor.call("PUT /api/live-streaming/{id}", { ...at(id), body: { password: "gate 9" } });
    expect(await player(code, guest)).toMatchObject({ is_locked: true });
  });

  it("opens a protected one by its row id with the password, and learns nothing of it without", async () => {
    const { id, code } = await create({ is_protected: 1, password: "gate 7" });
    const open = await create({ is_public: 1 });
    const hidden = await create();
    const guest = app.guest();
    const give = (key: number | string, password: string) =>
      guest.raw("POST /api/live-streaming/{id}/verify-password", {
        params: { id: key },
        body: { password },
      });
    const answers = [];
    for (const key of [id, open.id, hidden.id, 99_999_999]) {
      const { status, body } = await give(key, "gate 8");
      answers.push(JSON.stringify([status, body]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? "")).toMatchObject([404, { code: "NOT_FOUND" }]);
    const right = await give(id, "gate 7");
    expect(right.status).toBe(200);
    expect(right.body).toMatchObject({ data: { medialive_channel_id: code, is_locked: false } });
    expect(await player(code, guest)).toMatchObject({ is_locked: false });
    expect((await give(hidden.id, "gate 7")).status).toBe(404);
  });

  it("finds nothing while the project is closed, when no one can start it", async () => {
    const other = await owner.call("POST /api/projects", { body: { name: "Closed" } });
    const { id, code } = await create({ id_project: other.id, is_public: 1 }, owner);
    await app.database.db.updateTable("projects").set({ active: false }).where("id", "=", other.id).execute();
    const query = { medialive_channel_id: code };
    expect(await app.guest().refused("GET /api/live-streaming/playback-urls", { query })).toMatchObject({
      status: 404,
    });
    expect(await owner.refused("PUT /api/live-streaming/{id}/start", at(id))).toMatchObject({ status: 403 });
  });
});

describe("starting and stopping", () => {
  it("is idempotent, requires edit rights, and adds one line each to the log", async () => {
    const { id } = await create();
    expect(await viewer.refused("PUT /api/live-streaming/{id}/start", at(id))).toMatchObject({ status: 403 });
    expect((await start(id)).state).toBe("starting");
    expect((await start(id)).state).toBe("starting");
    expect((await stop(id)).state).toBe("idle");
    expect((await stop(id)).state).toBe("idle");
    const rows = await app.database.db
      .selectFrom("activity")
      .select("action")
      .where("id_subject", "=", id)
      .where("subject_kind", "=", "channel")
      .orderBy("id")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      "channel.created",
      "channel.started",
      "channel.stopped",
    ]);
  });

  it("reports the problem of a sender that cannot be played, until another one connects", async () => {
    const made = await create({ is_public: 1 });
    await start(made.id);
    const address = `${made.ingest?.url ?? ""}/${made.stream_key}`;
    const problem = (key: string | null) => soon(async () => expect((await show(made.id)).problem).toBe(key));
    const sorenson = push(address, { sound: false, extra: ["-c:v", "flv"] });
    await problem("live.trouble.video_codec");
    expect((await show(made.id)).state).toBe("starting");
    await sorenson.kill();
    const mp3 = push(address, { extra: ["-c:a", "libmp3lame", "-ar", "44100"] });
    await becomes(made.id, "live");
    await problem("live.trouble.audio_codec");
    await mp3.kill();
    const rich = push(address, { extra: ["-pix_fmt", "yuv444p"] });
    await problem(null);
    await soon(async () => expect((await show(made.id)).signal?.advice).toContain("live.advice.chroma"));
    await rich.kill();
    await stop(made.id);
  });

  it("admits a sender while it is started, notifies members once, and viewers when it ends", async () => {
    const made = await create({ is_public: 1, record: 1, name: "Pour" });
    const told = () =>
      app.database.db
        .selectFrom("notifications")
        .select(["id_user", "link"])
        .where("link", "=", `/live/${made.code}`)
        .execute();
    const guest = app.guest();
    // No sender is admitted before the start.
    expect((await send(made).ended).code).not.toBe(0);
    await start(made.id);
    const first = send(made);
    const live = await becomes(made.id, "live");
    expect(live.state_at > made.created_at).toBe(true);
    const { playback } = await soon(async () => {
      const now = await player(made.code, guest);
      expect(now).toMatchObject({ state: "live", is_locked: false });
      expect(now.playback).not.toBeNull();
      return now;
    });
    expect(Date.parse(playback?.expires_at ?? "") - Date.now()).toBeGreaterThan(8 * 60_000);
    await soon(async () => {
      const reply = await fetch(`${app.origin}${playback?.calm}`);
      expect(reply.status).toBe(200);
      expect(await reply.text()).toContain("#EXTM3U");
    });
    await soon(async () => expect((await show(made.id)).signal).toMatchObject({ width: 320, height: 160 }));
    const { signal, viewers } = await show(made.id);
    expect(signal?.advice).toEqual([]);
    expect(viewers).toBeLessThanOrEqual(1);
    expect((await told()).map(({ id_user }) => id_user)).toContain(viewerAccount.id);
    // The user who started it is not notified.
    expect((await told()).map(({ id_user }) => id_user)).not.toContain(editorAccount.id);
    const count = (await told()).length;

    // The sender drops out and reconnects: the same broadcast, notified once.
    await first.kill();
    await soon(async () => expect(["stale", "interrupted"]).toContain((await show(made.id)).state));
    send(made);
    await becomes(made.id, "live");
    expect(await told()).toHaveLength(count);

    // A new key: the sender with the old one is disconnected.
    const { stream_key } = await editor.call("POST /api/live-streaming/{id}/key", at(made.id));
    expect(stream_key).not.toBe(made.stream_key);
    await becomes(made.id, "starting");
    expect((await send(made).ended).code).not.toBe(0);
    const third = send({ ...made, stream_key });
    await becomes(made.id, "live");

    expect(await stop(made.id)).toMatchObject({ state: "idle" });
    expect((await third.ended).code).not.toBe(0);
    expect(await player(made.code, guest)).toMatchObject({ state: "idle", playback: null });
    const recordings = await soon(async () => {
      const { items } = await editor.call("GET /api/live-streaming/{id}/recordings", at(made.id));
      expect(items.length).toBeGreaterThan(0);
      for (const { url, is_open } of items) expect([is_open, url !== null]).toEqual([false, true]);
      return items;
    });
    const [newest] = recordings;
    expect(newest).toMatchObject({ width: 320, height: 160, id_video: null });
    const file = await fetch(`${app.origin}${newest?.url}`);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(4, 8)
        .toString(),
    ).toBe("ftyp");
    const params = { id: made.id, recordingId: newest?.id ?? 0 };
    expect(
      await editor.refused("POST /api/live-streaming/{id}/recordings/{recordingId}/video", {
        params,
        body: { title: "Pour" },
      }),
    ).toMatchObject({ status: 422, code: "VIDEO_RESOLUTION" });
    await editor.call("DELETE /api/live-streaming/{id}/recordings/{recordingId}", { params });
    await soon(async () => expect((await fetch(`${app.origin}${newest?.url}`)).status).toBe(404));

    await editor.call("DELETE /api/live-streaming/{id}", at(made.id));
    expect(await editor.refused("GET /api/live-streaming/{id}", at(made.id))).toMatchObject({ status: 404 });
    for (const { url } of recordings)
      await soon(async () => expect((await fetch(`${app.origin}${url}`)).status).toBe(404));
  });

  it("disconnects the sender when it is deleted, and viewers find nothing", async () => {
    const made = await create({ is_public: 1, name: "Gate" });
    await start(made.id);
    const sender = send(made);
    await becomes(made.id, "live");
    await editor.call("DELETE /api/live-streaming/{id}", at(made.id));
    expect((await sender.ended).code).not.toBe(0);
    expect(await editor.refused("GET /api/live-streaming/{id}", at(made.id))).toMatchObject({ status: 404 });
    expect((await send(made).ended).code).not.toBe(0);
    const query = { medialive_channel_id: made.code };
    expect(await app.guest().refused("GET /api/live-streaming/playback-urls", { query })).toMatchObject({
      status: 404,
    });
  });

  it("makes a 360 video of a recording, and returns the same one on a second request", async () => {
    const made = await create({ record: 1, name: "Roof" });
    await start(made.id);
    const clip = join(import.meta.dirname, "../../../../../test/media/clip.mp4");
    const input = ["-re", "-stream_loop", "2", "-i", clip, "-map", "0:v", "-c", "copy", "-f", "flv"];
    const sender = spawn(ffmpegPath, ["-nostdin", ...input, `${made.ingest?.url ?? ""}/${made.stream_key}`]);
    await Promise.all([once(sender, "exit"), becomes(made.id, "live")]);
    await stop(made.id);
    const recording = await soon(async () => {
      const { items } = await editor.call("GET /api/live-streaming/{id}/recordings", at(made.id));
      expect(items[0]?.url).toBeTypeOf("string");
      return items[0];
    });
    expect(recording).toMatchObject({ width: 3840, height: 1920 });
    const params = { id: made.id, recordingId: recording?.id ?? 0 };
    const make = () =>
      editor.call("POST /api/live-streaming/{id}/recordings/{recordingId}/video", {
        params,
        body: { title: "Roof, morning" },
      });
    const { id_video } = await make();
    expect(await make()).toEqual({ id_video });
    expect(await editor.call("GET /api/three60videos/{id}", at(id_video))).toMatchObject({
      title: "Roof, morning",
      id_project: project.id,
      width: 3840,
      height: 1920,
    });
    const { items } = await editor.call("GET /api/live-streaming/{id}/recordings", at(made.id));
    expect(items[0]?.id_video).toBe(id_video);
    // The recording is deleted, the video stays.
    await editor.call("DELETE /api/live-streaming/{id}", at(made.id));
    expect((await editor.call("GET /api/three60videos/{id}", at(id_video))).id).toBe(id_video);
  });

  it("gives a browser its own address, valid for a minute, while the channel is started", async () => {
    const { id } = await create();
    expect(await editor.refused("POST /api/live-streaming/{id}/browser", at(id))).toMatchObject({
      status: 409,
      code: "CHANNEL_STOPPED",
    });
    await start(id);
    expect(await viewer.refused("POST /api/live-streaming/{id}/browser", at(id))).toMatchObject({
      status: 403,
    });
    const { socket, expires_at } = await editor.call("POST /api/live-streaming/{id}/browser", at(id));
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    const opened = new WebSocket(new URL(socket, app.origin.replace("http", "ws")));
    onTestFinished(() => opened.terminate());
    const [said] = (await once(opened, "message")) as [Buffer];
    expect(JSON.parse(said.toString())).toEqual({ kind: "ready" });
    const gone = once(opened, "close");
    await stop(id);
    await gone;
  });

  it("is restored after a restart of the server's work, but not in a project that was closed", async () => {
    const other = await owner.call("POST /api/projects", { body: { name: "Closing" } });
    const { id } = await create({ id_project: other.id }, owner);
    await start(id, owner);
    await app.database.db.updateTable("projects").set({ active: false }).where("id", "=", other.id).execute();
    const running = await create();
    await start(running.id);
    await app.database.db
      .updateTable("live_channels")
      .set({ state: "live" })
      .where("id", "=", running.id)
      .execute();
    const environment = { PORT: "0", HOST: "127.0.0.1", DEMO: "off", LIVE_PORT: "0", DATA_DIR: app.dataDir };
    const again = await startApp({
      config: readConfig(environment),
      log: createLog("silent"),
      connection: app.database.connection,
    });
    onTestFinished(() => again.close());
    expect(await rowOf(id)).toMatchObject({ is_armed: false, state: "idle" });
    // It waits for its sender, which was disconnected with the server.
    expect(await rowOf(running.id)).toMatchObject({ is_armed: true, state: "starting" });
  });
});
