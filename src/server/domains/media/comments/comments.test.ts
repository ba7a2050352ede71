import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { insertVideo, type MadeVideo } from "../videos/videos.fixture.ts";

let app: TestApp;
let owner: TestClient;
let editor: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let people: Record<"owner" | "editor" | "viewer", { id: number; name: string }>;
let project: { id: number };

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
  people = {
    owner: await app.user({ role: "administrator" }),
    editor: await app.user(),
    viewer: await app.user(),
  };
  owner = await app.as(people.owner);
  editor = await app.as(people.editor);
  viewer = await app.as(people.viewer);
  stranger = await app.as(await app.user());
  project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  await app.join(project.id, people.editor, "editor");
  await app.join(project.id, people.viewer, "viewer");
});
afterAll(() => app.close());

type Body = { text: string; seconds?: number; yaw?: number; pitch?: number; id_parent?: number };
const say = (client: TestClient, video: MadeVideo, body: Body) =>
  client.call("POST /api/three60videos/{id}/comments", { params: { id: video.id }, body });
const list = (client: TestClient, video: MadeVideo, query: object = {}) =>
  client.call("GET /api/three60videos/{id}/comments", { params: { id: video.code }, query });
const texts = async (client: TestClient, video: MadeVideo, query: object = {}) =>
  (await list(client, video, query)).items.map(({ text }) => text);
const at = (video: MadeVideo, comment: { id: number }) => ({
  params: { id: video.id, commentId: comment.id },
});
const toggle = (client: TestClient, video: MadeVideo, comment: { id: number }, body: object = {}) =>
  client.raw("PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved", {
    ...at(video, comment),
    body,
  });

describe("a comment", () => {
  it("of a video that is withheld does not exist any more, also for its author", async () => {
    const video = await insertVideo(app, project.id);
    const comment = await say(editor, video, { text: "Here" });
    await app.database.db
      .updateTable("videos")
      .set({ is_withheld: true })
      .where("id", "=", video.id)
      .execute();
    const body = { text: "There" };
    const edited = await editor.raw("PUT /api/three60videos/{id}/comments/{commentId}", {
      ...at(video, comment),
      body,
    });
    expect([edited.status, (await toggle(owner, video, comment)).status]).toEqual([404, 404]);
  });

  it("refers to a second and a direction, and names its author", async () => {
    const video = await insertVideo(app, project.id);
    const made = await say(viewer, video, {
      text: " Who left the hatch open? ",
      seconds: 1.5,
      yaw: 20,
      pitch: -10,
    });
    expect(made).toMatchObject({
      id_video: video.id,
      video: "Ride",
      video_code: video.code,
      project: "Palm Court",
      id_parent: null,
      text: "Who left the hatch open?",
      seconds: 1.5,
      yaw: 20,
      pitch: -10,
      is_resolved: false,
      author: { id_user: people.viewer.id, name: "Test Person" },
      can: { edit: true, delete: true, resolve: true },
    });
    expect(
      await owner.call("GET /api/three60videos/{id}/comments/{commentId}", at(video, made)),
    ).toMatchObject({
      id: made.id,
      can: { edit: false, delete: true, resolve: true },
    });
    expect(
      (await owner.call("GET /api/three60videos/{id}", { params: { id: video.id } })).open_comments,
    ).toBe(1);
  });

  it.each([
    [{ text: " " }, "text"],
    [{ text: "x".repeat(2001) }, "text"],
    [{ text: "Late", seconds: 11.1 }, "seconds"],
    [{ text: "Before", seconds: -1 }, "seconds"],
    [{ text: "Half", yaw: 10 }, "pitch"],
    [{ text: "Half", pitch: 10 }, "yaw"],
    [{ text: "Turned", yaw: 181, pitch: 0 }, "yaw"],
    [{ text: "Lost", id_parent: 99_999_999 }, "id_parent"],
  ])("is refused as %o", async (body, field) => {
    const video = await insertVideo(app, project.id, { seconds: 10 });
    const reply = await owner.refused("POST /api/three60videos/{id}/comments", {
      params: { id: video.id },
      body,
    });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors ?? {})).toEqual([field]);
  });

  it("is answered one level deep, at the second of the answered comment", async () => {
    const video = await insertVideo(app, project.id);
    const first = await say(viewer, video, { text: "First", seconds: 4 });
    const answer = await say(owner, video, { text: "Answer", seconds: 9, id_parent: first.id });
    const again = await say(viewer, video, { text: "Again", id_parent: answer.id });
    expect([answer, again].map(({ id_parent, seconds }) => [id_parent, seconds])).toEqual([
      [first.id, 4],
      [first.id, 4],
    ]);
    await say(owner, video, { text: "Between", seconds: 4 });
    await say(owner, video, { text: "Early", seconds: 1 });
    expect(await texts(owner, video)).toEqual(["Early", "First", "Answer", "Again", "Between"]);
    expect(await texts(owner, video, { sort: "newest" })).toEqual([
      "Early",
      "Between",
      "Again",
      "Answer",
      "First",
    ]);
    expect((await list(owner, video)).items[1]?.replies).toBe(2);
    await viewer.call("PUT /api/three60videos/{id}/comments/{commentId}", {
      ...at(video, first),
      body: { seconds: 7 },
    });
    expect((await list(owner, video, { from: 7, to: 7 })).total).toBe(3);
    await viewer.call("DELETE /api/three60videos/{id}/comments/{commentId}", at(video, first));
    expect(await texts(owner, video)).toEqual(["Early", "Between"]);
  });

  it("is edited by its author only, and deleted by its author and editors of videos", async () => {
    const video = await insertVideo(app, project.id);
    const made = await say(viewer, video, { text: "Loose", seconds: 2, yaw: 5, pitch: 5 });
    const change = (client: TestClient, body: object) =>
      client.raw("PUT /api/three60videos/{id}/comments/{commentId}", { ...at(video, made), body });
    for (const client of [owner, editor])
      expect((await change(client, { text: "Mine" })).body).toMatchObject({ code: "COMMENT_EDIT_DENIED" });
    expect((await change(stranger, { text: "Mine" })).body).toMatchObject({ code: "NOT_FOUND" });
    expect((await change(app.guest(), { text: "Mine" })).status).toBe(401);
    expect((await change(viewer, { text: "Tight", yaw: null, pitch: null })).body).toMatchObject({
      data: { text: "Tight", seconds: 2, yaw: null, pitch: null },
    });
    expect((await change(viewer, { yaw: 3 })).status).toBe(422);
    expect((await change(viewer, { seconds: 12 })).status).toBe(422);
    const other = await say(owner, video, { text: "Owner's" });
    for (const [client, status, code] of [
      [viewer, 403, "COMMENT_EDIT_DENIED"],
      [stranger, 404, "NOT_FOUND"],
    ] as const)
      expect(
        await client.refused("DELETE /api/three60videos/{id}/comments/{commentId}", at(video, other)),
      ).toMatchObject({ status, code });
    await editor.call("DELETE /api/three60videos/{id}/comments/{commentId}", at(video, made));
    expect(await texts(owner, video)).toEqual(["Owner's"]);
  });

  it("is resolved and reopened, with its replies, by its author and editors of videos", async () => {
    const video = await insertVideo(app, project.id);
    const made = await say(owner, video, { text: "Crack" });
    const answer = await say(viewer, video, { text: "Filled", id_parent: made.id });
    expect((await toggle(viewer, video, made)).status).toBe(403);
    expect((await toggle(viewer, video, answer)).status).toBe(422);
    expect((await toggle(editor, video, made)).body).toMatchObject({
      data: { is_resolved: true, resolver: { id_user: people.editor.id } },
    });
    expect((await toggle(owner, video, made, { resolved: true })).body).toMatchObject({
      data: { is_resolved: true, resolver: { id_user: people.editor.id } },
    });
    expect(await texts(owner, video, { resolved: 1 })).toEqual(["Crack", "Filled"]);
    expect((await toggle(owner, video, made)).body).toMatchObject({
      data: { is_resolved: false, resolver: null, resolved_at: null },
    });
    expect(await texts(owner, video, { resolved: 1 })).toEqual([]);
  });

  it("belongs to its video: under another video's address it is not found", async () => {
    const [video, other] = [await insertVideo(app, project.id), await insertVideo(app, project.id)];
    const made = await say(owner, video, { text: "Here" });
    const wrong = at(other, made);
    const path = "/api/three60videos/{id}/comments/{commentId}" as const;
    expect((await owner.refused(`GET ${path}`, wrong)).status).toBe(404);
    expect((await owner.refused(`PUT ${path}`, { ...wrong, body: { text: "There" } })).status).toBe(404);
    expect((await owner.refused(`DELETE ${path}`, wrong)).status).toBe(404);
    expect((await toggle(owner, other, made)).status).toBe(404);
    expect(
      (
        await owner.refused("POST /api/three60videos/{id}/comments", {
          params: { id: other.id },
          body: { text: "Answer", id_parent: made.id },
        })
      ).status,
    ).toBe(422);
  });
});

describe("guests", () => {
  it("read the comments of a public video, without names of users, and write none", async () => {
    const video = await insertVideo(app, project.id, { is_public: true });
    const kept = await insertVideo(app, project.id);
    const made = await say(owner, video, { text: "Mind the hatch.", seconds: 3 });
    await say(owner, kept, { text: "Ours" });
    for (const client of [app.guest(), stranger]) {
      const { items } = await list(client, video);
      expect(items).toMatchObject([{ text: "Mind the hatch.", author: null, id_project: 0, id_video: 0 }]);
      expect(JSON.stringify(items)).not.toContain("Test Person");
      expect(Object.values(items[0]?.can ?? {})).not.toContain(true);
      const byCode = { params: { id: video.code, commentId: made.id } };
      expect(await client.call("GET /api/three60videos/{id}/comments/{commentId}", byCode)).toMatchObject({
        author: null,
      });
      expect(
        (await client.refused("GET /api/three60videos/{id}/comments", { params: { id: kept.code } })).status,
      ).toBe(404);
      expect([401, 404]).toContain(
        (
          await client.refused("POST /api/three60videos/{id}/comments", {
            params: { id: video.code },
            body: { text: "Mine" },
          })
        ).status,
      );
    }
  });

  it("read none of a video before its password was given, nor do viewers", async () => {
    const password_hash = await hashPassword("gate 7");
    const video = await insertVideo(app, project.id, { is_public: true, password_hash });
    await say(owner, video, { text: "Mind the hatch." });
    for (const client of [app.guest(), viewer]) {
      for (const path of ["", "/timeline", "/statistics"] as const)
        expect(
          await client.refused(`GET /api/three60videos/{id}/comments${path}`, { params: { id: video.code } }),
        ).toMatchObject({ status: 403, code: "VIDEO_PASSWORD" });
      await client.call("POST /api/three60videos/{id}/verify-password", {
        params: { id: video.code },
        body: { password: "gate 7" },
      });
      expect(await texts(client, video)).toEqual(["Mind the hatch."]);
    }
  });
});

describe("all comments", () => {
  it("are counted along the timeline, in total, and searched by text", async () => {
    const video = await insertVideo(app, project.id, { seconds: 30 });
    const first = await say(owner, video, { text: "100% dry", seconds: 2 });
    await say(viewer, video, { text: "Not yet", id_parent: first.id });
    await say(viewer, video, { text: "Wet_corner", seconds: 4.9 });
    await say(viewer, video, { text: "Dry", seconds: 12 });
    await toggle(owner, video, first);
    const params = { id: video.id };
    expect(
      await owner.call("GET /api/three60videos/{id}/comments/timeline", { params, query: { interval: 5 } }),
    ).toEqual({
      interval: 5,
      buckets: [
        { from: 0, to: 5, total: 3, resolved: 2 },
        { from: 10, to: 15, total: 1, resolved: 0 },
      ],
    });
    for (const interval of [0, -1, 601, "x"])
      expect(
        (
          await owner.refused("GET /api/three60videos/{id}/comments/timeline", {
            params,
            query: { interval },
          })
        ).status,
      ).toBe(422);
    expect(await owner.call("GET /api/three60videos/{id}/comments/statistics", { params })).toEqual({
      total: 4,
      resolved: 1,
      open: 2,
      replies: 1,
      people: 2,
      last_at: expect.any(String),
    });
    const found = async (body: object) =>
      (await owner.call("POST /api/three60videos/{id}/comments/search", { params, body })).items.map(
        ({ text }) => text,
      );
    expect(await found({ q: "DRY" })).toEqual(["100% dry", "Dry"]);
    expect(await found({ search: "0%" })).toEqual(["100% dry"]);
    expect(await found({ query: "t_c" })).toEqual(["Wet_corner"]);
    expect(await found({ q: "%" })).toEqual(["100% dry"]);
    expect(await found({ q: "dry", resolved: 0 })).toEqual(["Dry"]);
    expect(await found({ author: people.viewer.id, from: 3, to: 12 })).toEqual(["Wet_corner", "Dry"]);
    expect((await list(owner, video, { page: 2, per_page: 3 })).items).toHaveLength(1);
  });

  it("of a user are their own and the replies to them, of videos that they may still see", async () => {
    const site = await owner.call("POST /api/projects", { body: { name: "Quay" } });
    const worker = await app.user();
    await app.join(site.id, worker, "trade");
    const client = await app.as(worker);
    const video = await insertVideo(app, site.id);
    const mine = await say(client, video, { text: "Mine" });
    await say(owner, video, { text: "Answer", id_parent: mine.id });
    await say(owner, video, { text: "Other" });
    const own = async (query: object = {}) =>
      (await client.call("GET /api/users/comments", { query })).items.map(({ text }) => text);
    expect(await own()).toEqual(["Answer", "Mine"]);
    expect(await own({ search: "min" })).toEqual(["Mine"]);
    expect(await own({ id_project: project.id })).toEqual([]);
    expect((await owner.call("GET /api/users/comments", { query: { id_project: site.id } })).total).toBe(2);
    await app.database.db.deleteFrom("project_members").where("id_user", "=", worker.id).execute();
    expect(await own()).toEqual([]);
  });

  it("notify the user who added the video and the answered author, and no one of their own comments", async () => {
    const video = await insertVideo(app, project.id, { id_user: people.editor.id, title: "Crane" });
    const heard = async (client: TestClient) =>
      (await client.call("GET /api/notifications"))
        .filter(({ kind, message }) => kind === "video" && message.includes("Crane"))
        .map(({ title, link }) => [title, link]);
    await say(editor, video, { text: "Mine" });
    expect(await heard(editor)).toEqual([]);
    const made = await say(viewer, video, { text: "First", seconds: 8.6 });
    expect(await heard(editor)).toEqual([["New comment on a video", `/videos/${video.id}/watch?t=8`]]);
    await say(owner, video, { text: "Answer", id_parent: made.id });
    expect(await heard(viewer)).toEqual([["Reply to your comment", `/videos/${video.id}/watch?t=8`]]);
    expect(await heard(editor)).toEqual([["New comments on a video", `/videos/${video.id}/watch?t=8`]]);
    expect(await heard(owner)).toEqual([]);
    const { items } = await owner.call("GET /api/projects/{id}/activity", { params: { id: project.id } });
    expect(items[0]).toMatchObject({ action: "video.commented", subject: { name: "Crane" } });
  });
});
