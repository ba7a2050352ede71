import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errors } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { unzip } from "#test/zip.ts";
import { insertVideo, realFilm } from "./videos.fixture.ts";

let app: TestApp;
let owner: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let viewerAccount: { id: number; name: string };
let project: { id: number; code: string; name: string };
let film: Uint8Array;

beforeAll(async () => {
  // Without ffmpeg a video is ready at once, as uploaded.
  app = await testApp({ environment: { FFMPEG_PATH: "none" } });
  owner = await app.as(await app.user({ role: "administrator", name: "owner-of-videos" }));
  viewerAccount = await app.user({ name: "viewer-of-videos" });
  viewer = await app.as(viewerAccount);
  stranger = await app.as(await app.user({ role: "administrator" }));
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, viewerAccount, "viewer");
  film = await realFilm();
});
afterAll(() => app.close());

const fields = (more: Record<string, string> = {}) => ({
  id_project: String(project.id),
  title: "Ride",
  video_date: "2026-03-01T08:30:00Z",
  ...more,
});
const post = (
  more: Record<string, string> = {},
  files: Record<string, { name: string; bytes: Uint8Array }> = { file: { name: "ride.mp4", bytes: film } },
  client = owner,
): Promise<RawReply> => client.upload("POST /api/three60videos", fields(more), files);
const refusalOf = ({ status, body }: RawReply) => {
  const { code, errors: found } = body as { code: string; errors?: Record<string, string[]> };
  return { status, code, fields: found };
};
const one = (id: number, client = owner) => client.call("GET /api/three60videos/{id}", { params: { id } });
const put = (id: number, body: Record<string, unknown>, client = owner) =>
  client.raw("PUT /api/three60videos/{id}", { params: { id }, body });

describe("adding a video", () => {
  it("keeps every field, the file's properties and metadata, and notifies the project", async () => {
    const metadata = JSON.stringify({ filename: "ride.mp4", aspectRatio: 2, bitrate: 512_000 });
    const reply = await post(
      { description: "Ground floor", is_public: "1", auto_play: "true", loop: "0", north: "30", metadata },
      {
        file: { name: "ride.mp4", bytes: film },
        thumbnail: { name: "still.jpg", bytes: await panorama() },
      },
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    const { id, code } = (reply.body as { data: { id: number; code: string } }).data;
    const video = await one(id);
    expect(video).toMatchObject({
      id_video: id,
      video_code: code,
      title: "Ride",
      description: "Ground floor",
      video_date: "2026-03-01T08:30:00.000Z",
      author: "Test Person",
      project: "Palm Court",
      is_public: true,
      is_protected: false,
      auto_play: true,
      muted: false,
      loop: false,
      north: 30,
      width: 3840,
      height: 1920,
      file_size: film.byteLength,
      mime_type: "video/mp4",
      metadata: { filename: "ride.mp4", aspectRatio: "2", bitrate: "512000" },
      views: 0,
      comment_count: 0,
    });
    expect(video.file).toBe(`/api/evidence/videos/${id}/original`);
    expect(video.thumbnail_path).toBe(video.thumbnail);
    expect(code).toMatch(/^[2-9a-hjkmnp-zA-HJ-NP-Z]{12}$/);
    expect(video.id_user).toBe((await owner.call("GET /api/user")).id);
    expect(video.duration).toBeCloseTo(4, 1);
    expect(video).not.toHaveProperty("password");
    const still = await fetch(new URL(video.thumbnail ?? "", app.origin));
    expect(still.headers.get("content-type")).toBe("image/webp");
    // The first notification is "added", then "ready" replaces it.
    await soon(async () => {
      const [news] = await viewer.call("GET /api/notifications");
      expect(news).toMatchObject({
        kind: "video",
        message: "The video “Ride” in “Palm Court” is ready to watch.",
        link: `/videos/${id}/watch`,
      });
    });
    expect(await one(id)).toMatchObject({ status: "ready", progress: 1 });
    const { items } = await owner.call("GET /api/projects/{id}/activity", { params: { id: project.id } });
    expect(items[0]).toMatchObject({ action: "video.created", subject: { kind: "video", name: "Ride" } });
  });

  it("accepts a stored file by its reference, once, and only from its uploader", async () => {
    const kept = await owner.upload(
      "POST /api/three60videos/upload",
      { id_project: String(project.id) },
      { video: { name: "ride.mp4", bytes: film } },
    );
    expect(kept.status).toBe(201);
    const { upload, file_size } = (kept.body as { data: { upload: string; file_size: number } }).data;
    expect(file_size).toBe(film.byteLength);
    const body = { id_project: project.id, title: "Later", video_date: "2026-03-01T08:30:00Z", upload };
    const manager = await app.user();
    await app.join(project.id, manager, "manager");
    expect(await (await app.as(manager)).refused("POST /api/three60videos", { body })).toMatchObject({
      status: 404,
      code: "UPLOAD_UNKNOWN",
    });
    const made = await owner.call("POST /api/three60videos", { body });
    expect(made).toMatchObject({ title: "Later", file_size });
    expect((await owner.call("POST /api/three60videos", { body })).id).toBe(made.id);
  });

  it.each([
    [{ title: "" }, "title", "videos.title_required"],
    [{ title: "x".repeat(101) }, "title", undefined],
    [{ description: "x".repeat(256) }, "description", undefined],
    [{ id_project: "none" }, "id_project", "videos.project_required"],
    [{ video_date: "" }, "video_date", "videos.date_required"],
    [{ video_date: "yesterday" }, "video_date", "videos.date_invalid"],
    [
      { video_date: new Date(Date.now() + limits.visit.futureTolerance + 60_000).toISOString() },
      "video_date",
      "videos.date_future",
    ],
    [{ is_protected: "1" }, "password", "videos.password_required"],
    [{ is_protected: "1", password: "abc" }, "password", "videos.password_short"],
    [{ is_protected: "1", password: "x".repeat(256) }, "password", undefined],
    [{ metadata: "{" }, "metadata", "videos.metadata_invalid"],
  ])("refuses %o at its field", async (wrong, field, key) => {
    const { status, fields: found } = refusalOf(await post(wrong));
    expect(status).toBe(422);
    expect(found?.[field]).toEqual(key === undefined ? [expect.any(String)] : [key]);
  });

  it("judges the file by its bytes, whatever its name, and requires one", async () => {
    const sent = async (bytes: Uint8Array) =>
      refusalOf(await post({}, { file: { name: "ride.mp4", bytes } })).code;
    expect(await sent(new TextEncoder().encode("no film at all"))).toBe("VIDEO_TYPE");
    expect(await sent(await panorama())).toBe("VIDEO_TYPE");
    expect(await sent(film.subarray(0, 100_000))).toBe("VIDEO_UNREADABLE");
    expect(refusalOf(await post({}, {}))).toMatchObject({
      status: 422,
      fields: { file: ["videos.file_required"] },
    });
    expect(errors.VIDEO_UNREADABLE.text).toBe(
      "Failed to load video. Please check the file format and try again.",
    );
  });

  it("limits the file to the megabytes and seconds of the settings", async () => {
    const admin = await app.as(await app.user({ role: "super_admin" }));
    await admin.call("PUT /api/settings", { body: { video_seconds: 3 } });
    const late = await post();
    expect(late.body).toMatchObject({
      code: "VIDEO_DURATION",
      message: "Video duration is too long. Maximum duration: 3 seconds",
    });
    await admin.call("PUT /api/settings", { body: { video_seconds: 60, video_mb: 1 } });
    const large = await post({}, { file: { name: "ride.mp4", bytes: new Uint8Array(2 ** 20 + 1) } });
    expect(large.status).toBe(413);
    expect(large.body).toMatchObject({ message: "Video is too large. Max file size: 1 MB" });
    await admin.call("PUT /api/settings", { body: { video_mb: 500 } });
  });

  it("is for editors of the project's videos, while the project is open", async () => {
    expect(refusalOf(await post({}, undefined, viewer))).toMatchObject({
      status: 403,
      code: "VIDEO_EDIT_DENIED",
    });
    expect((await post({}, undefined, stranger)).status).toBe(404);
    const closed = await owner.call("POST /api/projects", { body: { name: "Closed" } });
    await owner.call("PUT /api/projects/deactivate/{id}", { params: { id: closed.id } });
    expect((await post({ id_project: String(closed.id) })).status).toBe(403);
  });
});

describe("the list", () => {
  it("contains videos that the caller may see, filtered, searched, sorted and paged", async () => {
    const site = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    const member = await app.user();
    await app.join(site.id, member, "trade");
    const client = await app.as(member);
    const at = (day: string) => new Date(`2026-01-${day}T08:00:00Z`);
    const a = await insertVideo(app, site.id, { title: "Alpha 100%", video_date: at("03"), is_public: true });
    const b = await insertVideo(app, site.id, { title: "beta", video_date: at("02"), state: "processing" });
    const c = await insertVideo(app, site.id, { title: "Gamma", video_date: at("01"), is_hidden: true });
    const ids = async (query: object) =>
      (await client.call("GET /api/three60videos", { query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([a.id, b.id, c.id]);
    expect(await ids({ sort: "created" })).toEqual([c.id, b.id, a.id]);
    expect(await ids({ sort: "title" })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ search: "BET" })).toEqual([b.id]);
    expect(await ids({ search: "100%" })).toEqual([a.id]);
    expect(await ids({ search: "_" })).toEqual([]);
    expect(await ids({ search: c.code })).toEqual([c.id]);
    expect(await ids({ is_public: 1 })).toEqual([a.id]);
    expect(await ids({ status: "hidden" })).toEqual([c.id]);
    expect(await ids({ status: "processing" })).toEqual([b.id]);
    expect(await ids({ project_id: project.id })).toEqual([]);
    await client.call("PUT /api/three60videos/star", { body: { id_video: b.id, starred: 1 } });
    expect(await ids({ starred: 1 })).toEqual([b.id]);
    const second = await client.call("GET /api/three60videos", { query: { page: 2, per_page: 2 } });
    expect(second).toMatchObject({ total: 3, page: 2, items: [{ id: c.id }] });
    const behind = await client.call("GET /api/three60videos", { query: { page: 9, per_page: 2 } });
    expect(behind).toMatchObject({ total: 3, items: [] });
    const theirs = await stranger.call("GET /api/three60videos");
    expect(theirs.items).toEqual([]);
    const admin = await app.as(await app.user({ role: "super_admin" }));
    expect(
      (await admin.call("GET /api/three60videos", { query: { id_project: site.id } })).items,
    ).toHaveLength(3);
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["videos.view"] } as never)
      .where("id_user", "=", member.id)
      .execute();
    expect(await ids({})).toEqual([]);
    expect(await client.refused("GET /api/three60videos/{id}", { params: { id: a.id } })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
  });

  it("for the public contains public videos of open projects, newest first, and no personal data", async () => {
    const site = await owner.call("POST /api/projects", { body: { name: "Harbour" } });
    await owner.call("PUT /api/projects/{id}", { params: { id: site.id }, body: { is_public: true } });
    const open = await insertVideo(app, site.id, { title: "Open", is_public: true, description: "Pier 4" });
    await insertVideo(app, site.id, { title: "Mine" });
    await insertVideo(app, site.id, { title: "Hidden", is_public: true, is_hidden: true });
    await insertVideo(app, site.id, { title: "Broken", is_public: true, state: "failed" });
    const list = (query: object = {}) =>
      app.guest().call("GET /api/three60videos/public", { query: { project_code: site.code, ...query } });
    expect(await list()).toEqual({
      items: [
        {
          code: open.code,
          title: "Open",
          description: "Pier 4",
          project: "Harbour",
          video_date: "2026-02-01T08:00:00.000Z",
          duration: 10,
          is_protected: false,
          thumbnail: null,
        },
      ],
      total: 1,
      page: 1,
      per_page: 25,
    });
    expect((await list({ search: "pier" })).total).toBe(1);
    expect((await list({ search: "crane" })).total).toBe(0);
    await owner.call("PUT /api/projects/deactivate/{id}", { params: { id: site.id } });
    expect((await list()).items).toEqual([]);
  });
});

describe("stars", () => {
  it("are per user, by body, by path and many at once, and only on visible videos", async () => {
    const [first, second] = [await insertVideo(app, project.id), await insertVideo(app, project.id)];
    const foreign = await stranger.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const strange = await insertVideo(app, foreign.id);
    const star = (body: object) => owner.call("PUT /api/three60videos/star", { body });
    expect(await star({ video_id: first.id })).toEqual({ id_video: first.id, starred: true });
    expect(await star({ id: first.id })).toEqual({ id_video: first.id, starred: false });
    const path = { params: { id: first.id }, body: { starred: true } };
    expect(await owner.call("PUT /api/three60videos/{id}/star", path)).toMatchObject({ starred: true });
    expect((await one(first.id)).starred).toBe(true);
    expect((await one(first.id, viewer)).starred).toBe(false);
    const body = { video_ids: [second.id, strange.id, second.id] };
    expect(await owner.call("PUT /api/three60videos/bulk-star", { body })).toEqual({
      video_ids: [second.id],
      starred: true,
    });
    const off = { ids: [second.id], starred: false };
    await owner.call("PUT /api/three60videos/bulk-star", { body: off });
    expect((await one(second.id)).starred).toBe(false);
    expect(
      await owner.refused("PUT /api/three60videos/star", { body: { id_video: strange.id } }),
    ).toMatchObject({ status: 404 });
  });
});

describe("changing a video", () => {
  it("changes only the fields that were sent, and neither its date nor its project", async () => {
    const { id } = await insertVideo(app, project.id, { description: "Kept" });
    const changed = await put(id, {
      title: "Crane",
      loop: 1,
      north: -90,
      video_date: "2020-01-01T00:00:00Z",
      id_project: 1,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await one(id)).toMatchObject({
      title: "Crane",
      description: "Kept",
      loop: true,
      muted: false,
      north: -90,
      video_date: "2026-02-01T08:00:00.000Z",
      id_project: project.id,
    });
    const { items } = await owner.call("GET /api/projects/{id}/activity", { params: { id: project.id } });
    expect(items[0]).toMatchObject({ action: "video.changed", changed: ["title", "loop", "north"] });
    expect((await put(id, { title: "" })).status).toBe(422);
    expect((await put(id, { title: "Mine" }, viewer)).status).toBe(403);
    expect((await put(id, { title: "Mine" }, stranger)).status).toBe(404);
  });

  it("protects with a password, keeps it where none is sent, and deletes it with the protection", async () => {
    const { id } = await insertVideo(app, project.id);
    const hash = async () =>
      (
        await app.database.db
          .selectFrom("videos")
          .select("password_hash")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    expect(refusalOf(await put(id, { is_protected: 1 }))).toMatchObject({
      status: 422,
      fields: { password: ["videos.password_required"] },
    });
    expect(refusalOf(await put(id, { is_protected: 1, password: "abc" }))).toMatchObject({ status: 422 });
    expect((await put(id, { password: "gate 7" })).status).toBe(200);
    expect(await hash()).toBeNull();
    const reply = await put(id, { is_protected: 1, password: "gate 7" });
    expect(JSON.stringify(reply.body)).not.toMatch(/gate 7|argon2/);
    const first = await hash();
    expect(first).toMatch(/^\$argon2id\$/);
    await put(id, { title: "Other", password: "" });
    expect(await hash()).toBe(first);
    await put(id, { password: "gate 8" });
    expect(await hash()).not.toBe(first);
    await put(id, { is_protected: 0 });
    expect(await hash()).toBeNull();
  });

  it("hides it, shows it and makes its sizes anew; any other status is refused", async () => {
    const { id, sha256 } = await insertVideo(app, project.id);
    const status = (wanted: string, client = owner) =>
      client.raw("PUT /api/three60videos/{id}/status", { params: { id }, body: { status: wanted } });
    expect((await status("hidden")).body).toMatchObject({ data: { status: "hidden" } });
    expect((await status("ready")).body).toMatchObject({ data: { status: "ready" } });
    for (const wrong of ["failed", "gone", ""]) expect((await status(wrong)).status).toBe(422);
    expect((await status("hidden", viewer)).status).toBe(403);
    expect((await status("processing")).status).toBe(200);
    const film = await app.database.db
      .selectFrom("films")
      .select("state")
      .where("sha256", "=", sha256)
      .executeTakeFirstOrThrow();
    expect(film).toBeDefined();
    const { items } = await owner.call("GET /api/projects/{id}/activity", { params: { id: project.id } });
    expect(items.slice(0, 2).map(({ action }) => action)).toEqual(["video.shown", "video.hidden"]);
  });

  it("ends with its deletion, with all its comments, stars and views", async () => {
    const { id, code } = await insertVideo(app, project.id, { is_public: true });
    await owner.call("POST /api/three60videos/{id}/comments", { params: { id }, body: { text: "Mind it." } });
    await app.guest().call("POST /api/viewer-count/log-video", { body: { video_code: code } });
    expect(await viewer.refused("DELETE /api/three60videos/{id}", { params: { id } })).toMatchObject({
      status: 403,
    });
    await owner.call("DELETE /api/three60videos/{id}", { params: { id } });
    expect(await owner.refused("GET /api/three60videos/{id}", { params: { id } })).toMatchObject({
      status: 404,
    });
    const { db } = app.database;
    for (const table of ["video_comments", "video_views", "video_stars"] as const)
      expect(await db.selectFrom(table).where("id_video", "=", id).selectAll().execute()).toEqual([]);
  });
});

it("The search finds a video while it exists, for users who may see it", async () => {
  const { id, code } = await insertVideo(app, project.id, { title: "Zeppelin over the yard" });
  const search = (client: TestClient) => client.call("POST /api/search/global", { body: { q: "zeppelin" } });
  expect(await search(viewer)).toMatchObject({
    items: [{ id, type: "video", url: `/video/${code}`, context: "Palm Court" }],
  });
  expect((await search(stranger)).items).toEqual([]);
  await owner.call("DELETE /api/three60videos/{id}", { params: { id } });
  expect((await search(viewer)).items).toEqual([]);
});

it("An export contains every video as uploaded, a list of them, and comments, for users who may see videos", async () => {
  const site = await owner.call("POST /api/projects", { body: { name: "Export" } });
  const reply = await post({ id_project: String(site.id), title: "../Crane: رافعة" });
  const { id } = (reply.body as { data: { id: number } }).data;
  await owner.call("POST /api/three60videos/{id}/comments", {
    params: { id },
    body: { text: "Mind the hook", seconds: 2 },
  });
  const files = async (client: TestClient) => {
    const { url } = client.address("GET /api/projects/export/{id}", { params: { id: site.id } });
    const whole = await fetch(url, { headers: { cookie: client.cookie() } });
    return unzip(new Uint8Array(await whole.arrayBuffer()));
  };
  const zip = await files(owner);
  const path = "videos/2026-03-01 Crane رافعة.mp4";
  expect(Buffer.compare(zip.get(path)?.bytes ?? Buffer.alloc(0), film)).toBe(0);
  const { videos } = JSON.parse(zip.get("project.json")?.bytes.toString() ?? "{}") as { videos: unknown };
  expect(videos).toMatchObject([
    {
      id,
      original: path,
      width: 3840,
      comments: [{ text: "Mind the hook", seconds: 2, author: "Test Person" }],
    },
  ]);
  expect(zip.get("videos.csv")?.bytes.toString()).toContain(path);
  const manager = await app.user();
  await app.join(site.id, manager, "manager");
  const client = await app.as(manager);
  expect([...(await files(client)).keys()]).toContain(path);
  await app.database.db
    .updateTable("project_members")
    .set({ withheld: ["videos.view"] } as never)
    .where("id_user", "=", manager.id)
    .execute();
  expect([...(await files(client)).keys()].filter((name) => name.includes("video"))).toEqual([]);
});
