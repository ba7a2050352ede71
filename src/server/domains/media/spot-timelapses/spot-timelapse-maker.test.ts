import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFlatFilm } from "#contract/film-shape.ts";
import { picturePrefix } from "#server/media/keys.ts";
import { markedSphere } from "#server/media/spot-films/spot-film.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { soon } from "#test/soon.ts";
import { createTimelapseMaker } from "./spot-timelapse-maker.ts";

let app: TestApp;
let owner: TestClient;
let project: { id: number };
let rooms: number[];

/** A project with one spot on three dates, whose photos have any north. */
beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  project = await owner.call("POST /api/projects", {
    body: { name: `Court ${randomBytes(3).toString("hex")}` },
  });
  rooms = [];
  for (const [day, north] of [0, 75, -120].entries()) {
    const body = { id_project: project.id, name: `Walk ${day}`, visit_date: `2026-02-0${day + 1}T08:00:00Z` };
    const visit = await owner.call("POST /api/visits", { body });
    const bytes = await markedSphere({ marks: [{ bearing: 0, pitch: 0 }], north });
    const file = { name: "Lobby.jpg", bytes };
    const reply = await owner.upload(
      "POST /api/rooms",
      { id_visit: String(visit.id), name: "Lobby" },
      { file },
    );
    const { id } = (reply.body as { data: { id: number } }).data;
    await app.database.db.updateTable("rooms").set({ name: "Lobby", north }).where("id", "=", id).execute();
    rooms.push(id);
  }
  await soon(async () => {
    const waiting = await app.database.db
      .selectFrom("pictures")
      .select("sha256")
      .where("state", "<>", "ready")
      .execute();
    if (waiting.length > 0) throw new Error("Photos are not ready yet.");
  });
});
afterAll(() => app.close());

const at = () => ({ params: { id: project.id } });
const ask = (body: object = {}) =>
  owner.call("POST /api/projects/{id}/spot-timelapses", {
    ...at(),
    body: { id_room: rooms[0] ?? 0, title: "Slab of the lobby", ...body },
  });
const settled = (id: number) =>
  soon(async () => {
    const { items } = await owner.call("GET /api/projects/{id}/spot-timelapses", at());
    const item = items.find((one) => one.id === id);
    if (item?.state !== "ready" && item?.state !== "failed") throw new Error("It is not settled yet.");
    return item;
  });
const titles = async () =>
  (await owner.call("GET /api/notifications", { query: {} })).map(({ title }) => title);

describe("the job of a time-lapse", () => {
  it("makes a flat video of the project for its members, and notifies the requester", async () => {
    const asked = await ask({ language: "ar" });
    const made = await settled(asked.id);
    expect(made).toMatchObject({ state: "ready", problem: null, progress: 1 });
    const id = made.video?.id ?? 0;
    const video = await owner.call("GET /api/three60videos/{id}", { params: { id } });
    expect(video).toMatchObject({ title: "Slab of the lobby", is_public: false, width: 1920, height: 1080 });
    expect(isFlatFilm(video)).toBe(true);
    // Three dates of 0.6 seconds, and two changes of 0.3.
    expect(video.duration).toBeCloseTo(2.4, 1);
    expect(video.video_date).toBe("2026-02-03T08:00:00.000Z");
    expect(await titles()).toContain("Time-lapse ready");
    const dates = await app.database.db
      .selectFrom("video_dates")
      .selectAll()
      .where("id_video", "=", id)
      .execute();
    expect(new Set(dates.map(({ id_room }) => id_room))).toEqual(new Set(rooms));
    const player = await soon(async () => {
      const found = await owner.call("GET /api/video-player", { query: { code: video.code } });
      if (found.status !== "ready") throw new Error("It is not ready yet.");
      return found;
    });
    // It plays as it is: no sizes, but a still.
    expect(player.playback).toMatchObject({ hls: null, renditions: [] });
    const poster = await fetch(new URL(player.playback?.poster ?? "", app.origin));
    expect(poster.status).toBe(200);
  });

  it("is ended by cancelling, and leaves neither a video nor a file", async () => {
    const before = (await owner.call("GET /api/three60videos", { query: {} })).total;
    const asked = await ask({ is_turning: 1 });
    const params = { id: project.id, spot_timelapse: asked.id };
    await owner.call("DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}", { params });
    await soon(async () => {
      const left = await readdir(join(app.dataDir, "media/building"));
      if (left.some((name) => name.startsWith("spot-timelapse-"))) throw new Error("It still runs.");
    });
    expect((await owner.call("GET /api/three60videos", { query: {} })).total).toBe(before);
  });

  it("starts again when its drawing is killed, and makes one video", async () => {
    const asked = await ask({ title: "Once", is_turning: 1 });
    process.kill(await soon(drawingOf), "SIGKILL");
    expect((await settled(asked.id)).state).toBe("ready");
    const { items } = await owner.call("GET /api/three60videos", { query: { search: "Once" } });
    expect(items).toHaveLength(1);
  });

  it("of a project in the bin fails without a notification, so that it does not wait for ever", async () => {
    const { db } = app.database;
    const binned = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    await db.updateTable("projects").set({ deleted_at: new Date() }).where("id", "=", binned.id).execute();
    const { id } = await db
      .insertInto("spot_timelapses")
      .values({
        id_project: binned.id,
        id_user: null,
        id_room: null,
        title: "Slab",
        rooms: JSON.stringify(rooms),
        bearing: 0,
        pitch: 0,
        fov: 70,
        is_turning: false,
        has_stamp: true,
        language: "en",
        time_zone: "UTC",
        address: "",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const maker = createTimelapseMaker({ db } as never);
    await maker.make(id, new AbortController().signal);
    const row = db.selectFrom("spot_timelapses").select(["state", "problem"]).where("id", "=", id);
    expect(await row.executeTakeFirst()).toEqual({ state: "failed", problem: "SPOT_TIMELAPSE_FAILED" });
  });

  it("says in words why it failed, and notifies the requester", async () => {
    const { db } = app.database;
    const { picture_sha256: sha256 } = await db
      .selectFrom("rooms")
      .select("picture_sha256")
      .where("id", "=", rooms[1] ?? 0)
      .executeTakeFirstOrThrow();
    const { state } = await db
      .selectFrom("pictures")
      .select("state")
      .where("sha256", "=", sha256)
      .executeTakeFirstOrThrow();
    expect(state).toBe("ready");
    await rm(join(app.dataDir, "media/objects", picturePrefix(sha256)), { recursive: true });
    const ended = await settled((await ask()).id);
    expect(ended).toMatchObject({ state: "failed", problem: "SPOT_PICTURE_MISSING", video: null });
    expect(await titles()).toContain("Time-lapse failed");
  });
});

/** The id of the process that draws frames for this one. */
async function drawingOf(): Promise<number> {
  for (const name of await readdir("/proc")) {
    const text = await readFile(join("/proc", name, "cmdline"), "utf8").catch(() => "");
    const parent = await readFile(join("/proc", name, "stat"), "utf8").catch(() => "");
    if (
      text.includes("frames-process.ts") &&
      parent.split(") ").at(-1)?.split(" ")[1] === String(process.pid)
    )
      return Number(name);
  }
  throw new Error("Nothing is drawn yet.");
}
