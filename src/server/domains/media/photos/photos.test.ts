import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { photoLimits } from "#contract/photos.limits.ts";
import { PartsClient } from "#test/tus.ts";
import { createPhotoNews } from "./photo-news.ts";
import { jpeg, photoNow, photosWorld } from "./photos.fixture.ts";

const world = photosWorld();
const { send, add, list, ids, one, put, refusedPut, found, get } = world;

describe("adding photos", () => {
  it("keeps the file unchanged, and an upright copy without the camera's metadata", async () => {
    const bytes = await jpeg({ IFD0: { Make: "Camera" } }, 6);
    const photo = await add({ bytes, name: "Stairs.jpg" });
    expect(photo).toMatchObject({
      file: "Stairs.jpg",
      caption: "",
      author: { id_user: world.is.people.editor.id },
      position: null,
      proposal: null,
      taken_from: "upload",
      taken_at: new Date(photoNow).toISOString(),
    });
    const shown = sharp(Buffer.from(await (await get(photo.url)).arrayBuffer()));
    const { exif, ...facts } = await shown.metadata();
    expect(exif).toBeUndefined();
    expect(facts).toMatchObject({ format: "webp", width: 60, height: 90 });
    const original = await get(photo.original ?? "", world.is.editor);
    expect(original.headers.get("content-disposition")).toMatch(/^attachment; filename="Stairs.jpg"/);
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
    // Members who may not download it see the copy only.
    expect((await one(photo.id, world.is.viewer)).original).toBeNull();
  });

  it("is one photo for one guid, however often it is sent, and no one else's", async () => {
    const guid = randomUUID();
    const bytes = await jpeg();
    const sent = await Promise.all([1, 2, 3].map(() => add({ bytes, fields: { guid } })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent[0]?.guid).toBe(guid);
    expect(await ids()).toHaveLength(1);
    expect((await send({ by: world.is.owner, fields: { guid } })).status).toBe(409);
  });

  it("refuses what is no picture, and a project that is full", async () => {
    const reply = await send({ bytes: Buffer.from("%PDF-1.7 no picture") });
    expect(reply).toMatchObject({ status: 422, body: { code: "IMAGE_TYPE" } });
    await world.is.app.database.db.transaction().execute(async (trx) => {
      // Without the search: without statistics, deleting so many of its rows takes minutes.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into photos (id_project, file_name, bytes, sha256, original, image, thumbnail, taken_at, taken_from)
        select ${world.is.id_project}, 'a.jpg', 1, repeat('0', 64), '', '', '', now(), 'upload'
        from generate_series(1, ${photoLimits.perProject})`.execute(trx);
    });
    expect(await send()).toMatchObject({ status: 422, body: { errors: { file: ["photos.full"] } } });
  });

  it("resumes in parts, and becomes one photo when it is finished twice", async () => {
    const parts = new PartsClient(world.is.editor, world.is.app.origin);
    const bytes = await jpeg();
    const id = await parts.begunPhoto(world.is.id_project, bytes.length);
    await parts.part(id, 0, bytes.subarray(0, 100));
    expect(await parts.offset(id)).toBe(100);
    await parts.part(id, 100, bytes.subarray(100));
    const finish = () =>
      world.is.editor.call("POST /api/projects/{id}/photos", {
        params: { id: world.is.id_project },
        body: { upload: id, caption: "In parts" },
      });
    const photo = await finish();
    expect(photo).toMatchObject({ caption: "In parts", bytes: bytes.length, file: "wall.jpg" });
    expect((await finish()).id).toBe(photo.id);
    // Neither a video nor a room can be made of it, and a viewer cannot begin.
    expect((await parts.finishVideo(id, world.is.id_project)).status).toBe(404);
    expect(
      (await new PartsClient(world.is.viewer, world.is.app.origin).beginPhoto(world.is.id_project, 10))
        .status,
    ).toBe(403);
    expect((await parts.beginPhoto(world.is.id_project, photoLimits.bytes + 1)).status).toBe(413);
  });

  it("notifies the members once of all that a user added", async () => {
    await Promise.all([add(), add(), add()]);
    const { db } = world.is.app.database;
    await sql`update photos set created_at = now() - interval '2 minutes' where id_project = ${world.is.id_project}`.execute(
      db,
    );
    const told: unknown[] = [];
    const news = createPhotoNews({
      db,
      clock: { now: () => new Date(photoNow) },
      jobs: { send: () => Promise.reject(new Error("nothing is left to announce")) },
      notices: { notify: (_trx, notice) => Promise.resolve(void told.push(notice)) },
    });
    const of = { id_project: world.is.id_project, id_user: world.is.people.editor.id };
    await news.announce(of);
    await news.announce(of);
    expect(told).toMatchObject([
      {
        by: world.is.people.editor.id,
        values: { project: "Palm Court", count: 3 },
        link: `/photos/${world.is.id_project}`,
      },
    ]);
  });
});

describe("the list of photos", () => {
  it("is narrowed by floor plan, position, author, visit and text, newest first", async () => {
    const sheet = await world.is.site.sheet();
    const visit = await world.is.site.visit();
    const placed = await add({
      fields: { id_sheet: String(sheet), x: "0.5", y: "0.5", taken_at: "2026-01-02T08:00:00Z" },
    });
    const captioned = await add({
      by: world.is.owner,
      fields: { caption: "Column 50%", taken_at: "2026-01-03T08:00:00Z" },
    });
    const visited = await add({ fields: { id_visit: String(visit.id), taken_at: "2026-01-04T08:00:00Z" } });
    expect(await ids()).toEqual([visited.id, captioned.id, placed.id]);
    expect(await ids({ sheet })).toEqual([placed.id]);
    expect(await ids({ sheet: 0 })).toEqual([visited.id, captioned.id]);
    expect(await ids({ author: world.is.people.owner.id })).toEqual([captioned.id]);
    expect(await ids({ id_visit: visit.id })).toEqual([visited.id]);
    expect(await ids({ search: "50%" })).toEqual([captioned.id]);
    const { sheets, authors, can } = await list();
    expect(sheets).toMatchObject([
      { id: sheet, photos: 1 },
      { id: 0, photos: 2 },
    ]);
    expect(authors.map(({ id_user, photos }) => [id_user, photos])).toEqual([
      [world.is.people.editor.id, 2],
      [world.is.people.owner.id, 1],
    ]);
    expect(can).toEqual({ add: false });
  });

  it("is hidden from strangers, readable by members, and changed by contributors", async () => {
    const { id } = await add();
    expect((await world.is.stranger.raw("GET /api/photos/{id}", { params: { id } })).status).toBe(404);
    expect((await refusedPut(id, { caption: "Mine" }, world.is.stranger)).status).toBe(404);
    expect((await refusedPut(id, { caption: "Mine" }, world.is.viewer)).status).toBe(403);
    expect((await send({ by: world.is.viewer })).status).toBe(403);
    expect(await put(id, { caption: "Formwork" })).toMatchObject({ caption: "Formwork", version: 2 });
    expect(await refusedPut(id, { caption: "older", version: 1 })).toMatchObject({ code: "CONFLICT" });
  });

  it("is found by the search, and recorded in the log of the project", async () => {
    const { id } = await add({ fields: { caption: "Honeycombing in column C4" } });
    await put(id, { heading: 10, id_sheet: await world.is.site.sheet(), x: 0.5, y: 0.5 });
    expect(await found("honeycomb")).toMatchObject([
      { type: "photo", title: "Honeycombing in column C4", url: `/photo/${id}`, context: "Palm Court" },
    ]);
    expect(await found("honeycomb", world.is.stranger)).toEqual([]);
    const log = await world.is.owner.call("GET /api/projects/{id}/activity", {
      params: { id: world.is.id_project },
      query: { kind: "photo" },
    });
    expect(log.items.slice(0, 2)).toMatchObject([
      { action: "photo.changed", changed: expect.arrayContaining(["place", "heading"]) },
      { action: "photo.created" },
    ]);
  });
});
