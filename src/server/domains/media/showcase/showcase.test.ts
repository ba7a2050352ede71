import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newCode } from "#server/platform/code.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { changeSettings } from "#test/sign-in.ts";
import { insertVideo } from "../videos/videos.fixture.ts";

let app: TestApp;
let owner: TestClient;
let member: { id: number };
let project: { id: number; code: string };

beforeAll(async () => {
  // No test here waits for variants: the progress of pictures is written directly, as the workers write it.
  app = await testApp({ environment: { ROLE: "web" } });
  const person = await app.user({ role: "administrator", name: "owner-of-projects" });
  member = await app.user({ name: "member-of-projects" });
  owner = await app.as(person);
});
afterAll(() => app.close());

const set = (values: object, id = project.id) =>
  app.database.db.updateTable("projects").set(values).where("id", "=", id).execute();
const open = (code = project.code, client = app.guest()) =>
  client.call("GET /api/showcase", { query: { project_code: code } });
/** The whole response, without the time and the count of calls. */
async function answer(code: string, client = app.guest()) {
  const { status, body } = await client.raw("GET /api/showcase", { query: { project_code: code } });
  return { status, body };
}

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  project = await owner.call("POST /api/projects", {
    body: {
      name: "Palm Court",
      description: "Twelve flats around a court",
      location: "Corniche 4",
      latitude: 25.2,
      longitude: 55.3,
      year: 2025,
      num_floors: 4,
      area: 1850,
    },
  });
  await app.join(project.id, member, "viewer");
  await set({ is_public: true });
});

let pictures = 0;
/** A visit with rooms whose pictures have these states. */
async function visit(name: string, day: string, states: readonly ("ready" | "processing" | "failed")[]) {
  const made = await owner.call("POST /api/visits", {
    body: { id_project: project.id, name, visit_date: `2026-${day}T08:00:00Z` },
  });
  for (const state of states) {
    pictures += 1;
    const bytes = Buffer.concat([await panorama(), Buffer.from(`no. ${pictures}`)]);
    const file = { name: `secret-folder-${pictures}.jpg`, bytes };
    const reply = await owner.upload("POST /api/rooms", { id_visit: String(made.id), name: state }, { file });
    const { id } = (reply.body as { data: { id: number } }).data;
    const levels = JSON.stringify([{ width: 3840, height: 1920 }]);
    const ready = { levels, ready_at: new Date() };
    await app.database.db
      .updateTable("pictures")
      .set({
        state,
        problem: state === "failed" ? "IMAGE_UNREADABLE" : null,
        ...(state === "ready" ? ready : {}),
      })
      .where("sha256", "=", (query) =>
        query.selectFrom("rooms").select("picture_sha256").where("id", "=", id),
      )
      .execute();
  }
  return made;
}

describe("the showcase of a public project", () => {
  it("shows a guest its data, its owner's portrait and its categories", async () => {
    const { db } = app.database;
    const [name, kind] = [`Housing ${newCode(6)}`, `New build ${newCode(6)}`];
    const { id: id_category } = await db
      .insertInto("categories")
      .values({ name })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: id_type } = await db
      .insertInto("project_types")
      .values({ name: kind })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("project_categories").values({ id_project: project.id, id_category }).execute();
    await set({ id_type });
    await changeSettings(app, { company_enable: true });
    const { code } = await owner.call("GET /api/user");
    expect(await open()).toEqual({
      project_code: project.code,
      name: "Palm Court",
      description: "Twelve flats around a court",
      status: "Design",
      location: "Corniche 4",
      latitude: 25.2,
      longitude: 55.3,
      year: 2025,
      num_buildings: 1,
      num_floors: 4,
      area: 1850,
      type: kind,
      categories: [name],
      cover: null,
      owner: { name: "Test Person", company: "", code, avatar: null },
      visits: [],
      videos: [],
      updated_at: expect.any(String),
    });
  });

  it("lists the public videos, and no preview of a password-protected one", async () => {
    await insertVideo(app, project.id, { title: "Ours" });
    await insertVideo(app, project.id, { title: "Hidden", is_public: true, is_hidden: true });
    const shown = await insertVideo(app, project.id, { title: "Ride", is_public: true });
    await app.database.db
      .updateTable("videos")
      .set({ thumbnail: "portraits/ab/ab.webp", is_protected: true, password_hash: "none" })
      .where("id", "=", shown.id)
      .execute();
    expect((await open()).videos).toMatchObject([
      { code: shown.code, title: "Ride", is_protected: true, thumbnail: null },
    ]);
  });

  it("lists the visits with a ready picture, newest first, and shows the newest one as its cover", async () => {
    await visit("Frame", "01-10", ["ready", "ready", "failed"]);
    await visit("Nothing yet", "03-01", ["processing"]);
    await visit("Broken", "03-02", ["failed"]);
    const binned = await visit("Thrown away", "03-03", ["ready"]);
    const newest = await visit("Roof", "02-10", ["processing", "ready"]);
    await owner.call("DELETE /api/visits/{id}", { params: { id: binned.id } });
    const shown = await open();
    expect(shown.visits.map(({ name, room_count }) => [name, room_count])).toEqual([
      ["Roof", 1],
      ["Frame", 2],
    ]);
    const [first] = shown.visits;
    expect(first).toMatchObject({ code: newest.code, visit_date: "2026-02-10T08:00:00.000Z" });
    expect(first?.thumbnail).toMatch(/^\/media\//);
    expect(shown.cover, "nobody chose one").toBe(first?.cover);
    await set({ cover: `covers/${"a".repeat(64)}.webp` });
    expect((await open()).cover).toMatch(/^\/media\/.+covers/);
  });

  it("contains no record id, no address of a person and no file name", async () => {
    await visit("Frame", "01-10", ["ready"]);
    const text = JSON.stringify(await answer(project.code));
    for (const word of ["@", "secret-folder", "owner-of-projects", "member-of-projects", '"id', "id_"])
      expect(text).not.toContain(word);
  });

  it("does not name an owner whose account is locked", async () => {
    const lock = (locked_at: Date | null) =>
      app.database.db
        .updateTable("users")
        .set({ locked_at })
        .where("username", "=", "owner-of-projects")
        .execute();
    await lock(new Date());
    expect(await open()).toMatchObject({ name: "Palm Court", owner: null });
    await lock(null);
  });

  it("shows a member and a signed-in stranger the same as a guest", async () => {
    const guest = await open();
    const stranger = await app.as(await app.user());
    expect(await open(project.code, owner)).toEqual(guest);
    expect(await open(project.code, stranger)).toEqual(guest);
  });
});

describe("a hidden project", () => {
  const closed = { is_public: false, active: false, validated: false, deleted_at: new Date() };

  it("responds like a missing one, whatever the reason: private, inactive, not validated, in the bin", async () => {
    const missing = await answer(newCode());
    expect(missing).toEqual({
      status: 403,
      body: expect.objectContaining({
        status: "error",
        code: "PROJECT_NOT_PUBLIC",
        message: "Project is not public",
      }),
    });
    for (const [flag, value] of Object.entries(closed)) {
      await set({ is_public: true, active: true, validated: true, deleted_at: null, [flag]: value });
      expect(await answer(project.code), flag).toEqual(missing);
      // Members have access by other calls; this one returns the public view.
      expect(await answer(project.code, owner), `${flag}, for its owner`).toEqual(missing);
    }
    expect(await answer(`${project.id}`.padStart(6, "0")), "by its number").toEqual(missing);
  });

  it("is closed with the next response after its owner withdraws it, and reopened likewise", async () => {
    const change = (is_public: boolean) =>
      owner.call("PUT /api/projects/{id}", { params: { id: project.id }, body: { is_public } });
    await change(false);
    expect(await answer(project.code)).toMatchObject({ status: 403 });
    await change(true);
    expect(await open()).toMatchObject({ name: "Palm Court" });
  });

  it("is refused without a code, or with an invalid one, by the field's name", async () => {
    const guest = app.guest();
    for (const query of [{}, { project_code: "" }, { project_code: "a b" }, { project_code: "%27" }])
      expect(await guest.refused("GET /api/showcase", { query })).toMatchObject({ status: 422 });
    expect(await guest.call("GET /api/showcase", { query: { code: project.code } })).toMatchObject({
      name: "Palm Court",
    });
  });
});
