import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp, { type Exif } from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { photoLimits } from "#contract/photos.limits.ts";
import type { Photo } from "#contract/photos.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { createPortraits } from "#server/media/portraits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { RawReply, TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { PartsClient } from "#test/tus.ts";
import { unzip } from "#test/zip.ts";
import { claims } from "./claims.ts";
import { createPhotoNews } from "./photo-news.ts";
import { purgePhotos } from "./photos.repository.ts";

const now = Date.parse("2026-06-01T08:00:00Z");
let app: TestApp;
let owner: TestClient;
let editor: TestClient;
let viewer: TestClient;
let stranger: TestClient;
let people: Record<"owner" | "editor" | "viewer", { id: number }>;
let id_project: number;
let site: ReturnType<typeof siteDates>;

beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(now) }, environment: { ROLE: "web" } });
  const made = {
    owner: await app.user({ role: "administrator" }),
    editor: await app.user(),
    viewer: await app.user(),
    stranger: await app.user({ role: "administrator" }),
  };
  people = made;
  owner = await app.as(made.owner);
  editor = await app.as(made.editor);
  viewer = await app.as(made.viewer);
  stranger = await app.as(made.stranger);
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.deleteFrom("projects").execute();
  const project = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  id_project = project.id;
  await app.join(id_project, people.editor, "editor");
  await app.join(id_project, people.viewer, "viewer");
  site = siteDates(app.database.db, id_project);
});

/** A small JPEG that no other photo equals. */
const jpeg = (exif?: Exif, orientation?: number): Promise<Buffer> => {
  const [r, g, b] = randomBytes(3);
  const plain = sharp({
    create: { width: 90, height: 60, channels: 3, background: { r: r ?? 0, g: g ?? 0, b: b ?? 0 } },
  }).jpeg();
  const described = exif === undefined ? plain : plain.withExif(exif);
  return (orientation === undefined ? described : described.withMetadata({ orientation })).toBuffer();
};

interface Sending {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly by?: TestClient;
  readonly fields?: Record<string, string>;
}

async function send({
  bytes,
  name = "formwork.jpg",
  by = editor,
  fields = {},
}: Sending = {}): Promise<RawReply> {
  const file = { name, bytes: bytes ?? (await jpeg()) };
  return by.upload("POST /api/projects/{id}/photos", fields, { file }, { params: { id: id_project } });
}
async function add(sending: Sending = {}): Promise<Photo> {
  const { status, body } = await send(sending);
  if (status !== 201) throw new Error(`The photo was refused with ${status}: ${JSON.stringify(body)}`);
  return (body as { data: Photo }).data;
}
const list = (query: object = {}, by = viewer) =>
  by.call("GET /api/projects/{id}/photos", { params: { id: id_project }, query });
const ids = async (query: object = {}) => (await list(query)).items.map(({ id }) => id);
const one = (id: number, by = editor) => by.call("GET /api/photos/{id}", { params: { id } });
const put = (id: number, body: object, by = editor) =>
  by.call("PUT /api/photos/{id}", { params: { id }, body });
const refusedPut = (id: number, body: object, by = editor) =>
  by.refused("PUT /api/photos/{id}", { params: { id }, body });
const bin = (id: number, by = editor) => by.call("DELETE /api/photos/{id}", { params: { id } });
const found = async (q: string, by = viewer) =>
  (await by.call("POST /api/search/global", { body: { q } })).items.filter(({ type }) => type === "photo");
const get = (address: string, by: TestClient = viewer) =>
  fetch(new URL(address, app.origin), { headers: { cookie: by.cookie() } });

describe("adding photos", () => {
  it("keeps the file unchanged, and an upright copy without the camera's metadata", async () => {
    const bytes = await jpeg({ IFD0: { Make: "Camera" } }, 6);
    const photo = await add({ bytes, name: "Stairs.jpg" });
    expect(photo).toMatchObject({
      file: "Stairs.jpg",
      caption: "",
      author: { id_user: people.editor.id },
      position: null,
      proposal: null,
      taken_from: "upload",
      taken_at: new Date(now).toISOString(),
    });
    const shown = sharp(Buffer.from(await (await get(photo.url)).arrayBuffer()));
    const { exif, ...facts } = await shown.metadata();
    expect(exif).toBeUndefined();
    expect(facts).toMatchObject({ format: "webp", width: 60, height: 90 });
    const original = await get(photo.original ?? "", editor);
    expect(original.headers.get("content-disposition")).toMatch(/^attachment; filename="Stairs.jpg"/);
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
    // Members who may not download it see the copy only.
    expect((await one(photo.id, viewer)).original).toBeNull();
  });

  it("is one photo for one guid, however often it is sent, and no one else's", async () => {
    const guid = randomUUID();
    const bytes = await jpeg();
    const sent = await Promise.all([1, 2, 3].map(() => add({ bytes, fields: { guid } })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent[0]?.guid).toBe(guid);
    expect(await ids()).toHaveLength(1);
    expect((await send({ by: owner, fields: { guid } })).status).toBe(409);
  });

  it("refuses what is no picture, and a project that is full", async () => {
    const reply = await send({ bytes: Buffer.from("%PDF-1.7 no picture") });
    expect(reply).toMatchObject({ status: 422, body: { code: "IMAGE_TYPE" } });
    await app.database.db.transaction().execute(async (trx) => {
      // Without the search: without statistics, deleting so many of its rows takes minutes.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into photos (id_project, file_name, bytes, sha256, original, image, thumbnail, taken_at, taken_from)
        select ${id_project}, 'a.jpg', 1, repeat('0', 64), '', '', '', now(), 'upload'
        from generate_series(1, ${photoLimits.perProject})`.execute(trx);
    });
    expect(await send()).toMatchObject({ status: 422, body: { errors: { file: ["photos.full"] } } });
  });

  it("resumes in parts, and becomes one photo when it is finished twice", async () => {
    const parts = new PartsClient(editor, app.origin);
    const bytes = await jpeg();
    const id = await parts.begunPhoto(id_project, bytes.length);
    await parts.part(id, 0, bytes.subarray(0, 100));
    expect(await parts.offset(id)).toBe(100);
    await parts.part(id, 100, bytes.subarray(100));
    const finish = () =>
      editor.call("POST /api/projects/{id}/photos", {
        params: { id: id_project },
        body: { upload: id, caption: "In parts" },
      });
    const photo = await finish();
    expect(photo).toMatchObject({ caption: "In parts", bytes: bytes.length, file: "wall.jpg" });
    expect((await finish()).id).toBe(photo.id);
    // Neither a video nor a room can be made of it, and a viewer cannot begin.
    expect((await parts.finishVideo(id, id_project)).status).toBe(404);
    expect((await new PartsClient(viewer, app.origin).beginPhoto(id_project, 10)).status).toBe(403);
    expect((await parts.beginPhoto(id_project, photoLimits.bytes + 1)).status).toBe(413);
  });

  it("notifies the members once of all that a user added", async () => {
    await Promise.all([add(), add(), add()]);
    const { db } = app.database;
    await sql`update photos set created_at = now() - interval '2 minutes' where id_project = ${id_project}`.execute(
      db,
    );
    const told: unknown[] = [];
    const news = createPhotoNews({
      db,
      clock: { now: () => new Date(now) },
      jobs: { send: () => Promise.reject(new Error("nothing is left to announce")) },
      notices: { notify: (_trx, notice) => Promise.resolve(void told.push(notice)) },
    });
    const of = { id_project, id_user: people.editor.id };
    await news.announce(of);
    await news.announce(of);
    expect(told).toMatchObject([
      { by: people.editor.id, values: { project: "Palm Court", count: 3 }, link: `/photos/${id_project}` },
    ]);
  });
});

describe("the date of a photo", () => {
  const exif = (fields: Record<string, string>, gps: Record<string, string> = {}): Promise<Buffer> =>
    jpeg({ IFD2: { DateTimeOriginal: "2026:03:14 09:26:53", ...fields }, IFD3: gps });

  it("is the camera's, by its own time zone or its receiver's clock", async () => {
    expect(await add({ bytes: await exif({ OffsetTimeOriginal: "+03:00" }) })).toMatchObject({
      taken_at: "2026-03-14T06:26:53.000Z",
      taken_from: "camera",
    });
    const gps = { GPSDateStamp: "2026:03:14", GPSTimeStamp: "4/1 56/1 51/1" };
    expect(await add({ bytes: await exif({}, gps) })).toMatchObject({
      taken_at: "2026-03-14T04:56:53.000Z",
      taken_from: "camera",
    });
  });

  it("is read in the sender's time zone, summer time included, where the camera states none", async () => {
    expect(await add({ bytes: await exif({}), fields: { zone: "Asia/Riyadh" } })).toMatchObject({
      taken_at: "2026-03-14T06:26:53.000Z",
      taken_from: "clock",
    });
    const summer = await jpeg({ IFD2: { DateTimeOriginal: "2026:05:14 09:26:53" } });
    expect((await add({ bytes: summer, fields: { zone: "Europe/Berlin" } })).taken_at).toBe(
      "2026-05-14T07:26:53.000Z",
    );
    expect((await add({ bytes: await exif({}), fields: { zone: "No/Where" } })).taken_at).toBe(
      "2026-03-14T09:26:53.000Z",
    );
  });

  it("is the time of arrival where the camera's clock is ahead of the server's", async () => {
    const ahead = await jpeg({ IFD2: { DateTimeOriginal: "2031:01:01 00:00:00" } });
    expect(await add({ bytes: ahead })).toMatchObject({
      taken_at: new Date(now).toISOString(),
      taken_from: "upload",
    });
  });

  it("can be corrected by hand, not into the future, and groups photos by the days of a time zone", async () => {
    const photo = await add();
    expect(await put(photo.id, { taken_at: "2026-02-01T22:30:00Z" })).toMatchObject({
      taken_at: "2026-02-01T22:30:00.000Z",
      taken_from: "user",
    });
    expect(await refusedPut(photo.id, { taken_at: "2026-06-02T08:00:00Z" })).toMatchObject({
      errors: { taken_at: ["photos.date_future"] },
    });
    const days = (zone: string) =>
      viewer.call("GET /api/projects/{id}/photos/days", { params: { id: id_project }, query: { zone } });
    expect((await days("UTC")).items).toEqual([{ day: "2026-02-01", photos: 1 }]);
    expect((await days("Asia/Riyadh")).items).toEqual([{ day: "2026-02-02", photos: 1 }]);
    const day = { from: "2026-02-02", to: "2026-02-02" };
    expect(await ids({ ...day, zone: "Asia/Riyadh" })).toEqual([photo.id]);
    expect(await ids({ ...day, zone: "UTC" })).toEqual([]);
  });
});

describe("the position of a photo", () => {
  it("is set by hand, taken from its room, and removed again", async () => {
    const sheet = await site.sheet(40);
    const visit = await site.visit({ name: "Walk in March" });
    const room = await site.room(visit.id, { name: "Hall", at: [sheet, 0.25, 0.5] });
    const photo = await add();
    expect(await put(photo.id, { id_sheet: sheet, x: 0.1, y: 0.9, heading: -90 })).toMatchObject({
      position: { id_sheet: sheet, x: 0.1, y: 0.9, sheet: "Ground floor" },
      heading: -90,
    });
    expect(await put(photo.id, { id_sheet: null })).toMatchObject({ position: null });
    expect(await put(photo.id, { id_room: room })).toMatchObject({
      position: { id_sheet: sheet, x: 0.25, y: 0.5 },
      room: { id: room, name: "Hall" },
      visit: { id: visit.id, name: "Walk in March" },
    });
    // Another visit has other rooms; the position stays.
    const other = await site.visit();
    expect(await put(photo.id, { id_visit: other.id })).toMatchObject({
      visit: { id: other.id },
      room: null,
      position: { id_sheet: sheet, x: 0.25, y: 0.5 },
    });
    const added = await add({ fields: { id_room: String(room) } });
    expect(added).toMatchObject({ position: { id_sheet: sheet, x: 0.25, y: 0.5 }, visit: { id: visit.id } });
    // A deleted floor plan takes the position with it, not the photo.
    await editor.call("DELETE /api/maps", { body: { ids: [sheet] } });
    expect((await one(added.id)).position).toBeNull();
  });

  it("cannot be in another project", async () => {
    const photo = await add();
    const foreign = await stranger.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const away = siteDates(app.database.db, foreign.id);
    const [sheet, visit] = [await away.sheet(), await away.visit()];
    const room = await away.room(visit.id);
    for (const [body, field] of [
      [{ id_sheet: sheet, x: 0.5, y: 0.5 }, "id_sheet"],
      [{ id_visit: visit.id }, "id_visit"],
      [{ id_room: room }, "id_room"],
      [{ x: 0.5, y: 0.5 }, "id_sheet"],
    ] as const)
      expect(Object.keys((await refusedPut(photo.id, body)).errors ?? {})).toEqual([field]);
  });

  it("finds the photos at the spot of a room: linked to it, or within three metres", async () => {
    const sheet = await site.sheet(60);
    const visit = await site.visit();
    const room = await site.room(visit.id, { name: "Hall", at: [sheet, 0.5, 0.5] });
    const linked = await add({
      fields: { id_room: String(room), id_sheet: String(sheet), x: "0.9", y: "0.9" },
    });
    const near = await add({ fields: { id_sheet: String(sheet), x: "0.54", y: "0.5" } });
    await add({ fields: { id_sheet: String(sheet), x: "0.56", y: "0.5" } });
    expect(new Set(await ids({ at_room: room }))).toEqual(new Set([linked.id, near.id]));
  });

  it("is proposed by the camera's location, and applied by no one but a user", async () => {
    const located = await jpeg({
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "24/1 42/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "46/1 42/1 0/1",
        GPSHPositioningError: "8/1",
        GPSImgDirectionRef: "T",
        GPSImgDirection: "270/1",
      },
    });
    const sheet = await site.sheet(100);
    const visit = await site.visit();
    // Three rooms with a known location span the floor plan: 0.001 degrees north and east of the corner.
    for (const [x, y, latitude, longitude] of [
      [0, 1, 24.6995, 46.6995],
      [1, 1, 24.6995, 46.7005],
      [0, 0, 24.7005, 46.6995],
    ] as const) {
      const room = await site.room(visit.id, { at: [sheet, x, y] });
      await sql`update pictures set latitude = ${latitude}, longitude = ${longitude}
        where sha256 = (select picture_sha256 from rooms where id = ${room})`.execute(app.database.db);
    }
    const photo = await add({ bytes: located });
    expect(photo).toMatchObject({
      position: null,
      heading: null,
      proposal: { latitude: 24.7, longitude: 46.7, accuracy: 8, heading: -90 },
    });
    const { proposed } = await one(photo.id);
    expect(proposed).toMatchObject([{ id_sheet: sheet }]);
    expect([proposed[0]?.x, proposed[0]?.y].map((share) => Math.round((share ?? 0) * 100))).toEqual([50, 50]);
    const ignored = await put(photo.id, { proposal: "ignored" });
    expect(ignored).toMatchObject({ position: null, proposal: null });
    expect((await one(photo.id)).proposed).toEqual([]);
  });
});

describe("the list of photos", () => {
  it("is narrowed by floor plan, position, author, visit and text, newest first", async () => {
    const sheet = await site.sheet();
    const visit = await site.visit();
    const placed = await add({
      fields: { id_sheet: String(sheet), x: "0.5", y: "0.5", taken_at: "2026-01-02T08:00:00Z" },
    });
    const captioned = await add({
      by: owner,
      fields: { caption: "Column 50%", taken_at: "2026-01-03T08:00:00Z" },
    });
    const visited = await add({ fields: { id_visit: String(visit.id), taken_at: "2026-01-04T08:00:00Z" } });
    expect(await ids()).toEqual([visited.id, captioned.id, placed.id]);
    expect(await ids({ sheet })).toEqual([placed.id]);
    expect(await ids({ sheet: 0 })).toEqual([visited.id, captioned.id]);
    expect(await ids({ author: people.owner.id })).toEqual([captioned.id]);
    expect(await ids({ id_visit: visit.id })).toEqual([visited.id]);
    expect(await ids({ search: "50%" })).toEqual([captioned.id]);
    const { sheets, authors, can } = await list();
    expect(sheets).toMatchObject([
      { id: sheet, photos: 1 },
      { id: 0, photos: 2 },
    ]);
    expect(authors.map(({ id_user, photos }) => [id_user, photos])).toEqual([
      [people.editor.id, 2],
      [people.owner.id, 1],
    ]);
    expect(can).toEqual({ add: false });
  });

  it("is hidden from strangers, readable by members, and changed by contributors", async () => {
    const { id } = await add();
    expect((await stranger.raw("GET /api/photos/{id}", { params: { id } })).status).toBe(404);
    expect((await refusedPut(id, { caption: "Mine" }, stranger)).status).toBe(404);
    expect((await refusedPut(id, { caption: "Mine" }, viewer)).status).toBe(403);
    expect((await send({ by: viewer })).status).toBe(403);
    expect(await put(id, { caption: "Formwork" })).toMatchObject({ caption: "Formwork", version: 2 });
    expect(await refusedPut(id, { caption: "older", version: 1 })).toMatchObject({ code: "CONFLICT" });
  });

  it("is found by the search, and recorded in the log of the project", async () => {
    const { id } = await add({ fields: { caption: "Honeycombing in column C4" } });
    await put(id, { heading: 10, id_sheet: await site.sheet(), x: 0.5, y: 0.5 });
    expect(await found("honeycomb")).toMatchObject([
      { type: "photo", title: "Honeycombing in column C4", url: `/photo/${id}`, context: "Palm Court" },
    ]);
    expect(await found("honeycomb", stranger)).toEqual([]);
    const log = await owner.call("GET /api/projects/{id}/activity", {
      params: { id: id_project },
      query: { kind: "photo" },
    });
    expect(log.items.slice(0, 2)).toMatchObject([
      { action: "photo.changed", changed: expect.arrayContaining(["place", "heading"]) },
      { action: "photo.created" },
    ]);
  });
});

describe("the bin", () => {
  it("keeps a deleted photo for thirty days, out of everything but its project's bin", async () => {
    const photo = await add({ fields: { caption: "Temporary works" } });
    expect((await get(photo.url)).status).toBe(200);
    await bin(photo.id);
    expect(await ids()).toEqual([]);
    expect((await viewer.raw("GET /api/photos/{id}", { params: { id: photo.id } })).status).toBe(404);
    expect(await found("temporary works")).toEqual([]);
    const restore = (by: TestClient, id = photo.id) =>
      by.raw("POST /api/projects/{id}/photos/restore", {
        params: { id: id_project },
        body: { photos: [id] },
      });
    expect((await restore(viewer)).status).toBe(403);
    expect((await restore(editor, 99_999_999)).status).toBe(404);
    expect((await restore(editor)).body).toMatchObject({ data: { restored: 1 } });
    expect(await ids()).toEqual([photo.id]);
    await bin(photo.id);
    const { db } = app.database;
    await purgePhotos(db, 30);
    expect((await restore(editor)).status).toBe(200);
    await bin(photo.id);
    await sql`update photos set deleted_at = now() - interval '31 days' where id = ${photo.id}`.execute(db);
    await purgePhotos(db, 30);
    expect((await restore(editor)).status).toBe(404);
  });

  it("leaves the files to the sweep once no photo refers to them, not before", async () => {
    const { db } = app.database;
    const photo = await add();
    const store = createLocalStore(`${app.dataDir}/media/objects`, `${app.dataDir}/trash`);
    const { sweepPortraits } = createPortraits({
      db,
      store,
      clock: { now: () => new Date(Date.now() + 25 * 3_600_000) },
      directory: app.dataDir,
    });
    await sweepPortraits(claims.portraits);
    const keys = await db
      .selectFrom("photos")
      .select(["original", "image", "thumbnail"])
      .where("id", "=", photo.id)
      .executeTakeFirstOrThrow();
    for (const key of Object.values(keys)) expect(await store.stat(key), key).not.toBeNull();
    await db.deleteFrom("photos").where("id", "=", photo.id).execute();
    await sweepPortraits(claims.portraits);
    for (const key of Object.values(keys)) expect(await store.stat(key), key).toBeNull();
  });
});

describe("documents of photos", () => {
  it("hold every photo as it came: the export with checksums, the report with pictures", async () => {
    const bytes = await jpeg();
    const sheet = await site.sheet();
    const photo = await add({
      bytes,
      name: "بلاطة.jpg",
      fields: { caption: "../Slab: بلاطة", id_sheet: String(sheet), x: "0.25", y: "0.5" },
    });
    const { url } = editor.address("GET /api/projects/export/{id}", { params: { id: id_project } });
    const reply = await fetch(url, { headers: { cookie: editor.cookie() } });
    const zip = await unzip(new Uint8Array(await reply.arrayBuffer()));
    const { photos } = JSON.parse(zip.get("project.json")?.bytes.toString() ?? "") as {
      photos: { file: string; thumbnail: string }[];
    };
    expect(photos).toMatchObject([
      { id: photo.id, sha256: photo.sha256, id_sheet: sheet, x: 0.25, y: 0.5, caption: "../Slab: بلاطة" },
    ]);
    expect(zip.get(photos[0]?.file ?? "")?.bytes.equals(bytes)).toBe(true);
    expect(zip.get(photos[0]?.thumbnail ?? "")?.bytes.length).toBeGreaterThan(0);
    expect(zip.get("photos.csv")?.bytes.toString()).toContain(photo.sha256);
    const report = (lang: string, query: object = {}) => {
      const at = { params: { id: id_project }, query: { lang, ...query } };
      return get(viewer.address("GET /api/projects/{id}/photos/pdf", at).url);
    };
    for (const lang of ["en", "ar"]) {
      const pdf = Buffer.from(await (await report(lang)).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    }
    expect((await report("en", { search: "nothing like this" })).status).toBe(422);
  });
});

describe("a snag from a photo", () => {
  it("has the photo and its position, and stays when the photo is gone", async () => {
    const sheet = await site.sheet();
    const photo = await add({ fields: { id_sheet: String(sheet), x: "0.25", y: "0.5" } });
    const create = (by: TestClient) =>
      by.raw("POST /api/photos/{id}/snags", { params: { id: photo.id }, body: { title: "Honeycombing" } });
    expect((await create(viewer)).status).toBe(403);
    const { status, body } = await create(editor);
    expect(status).toBe(201);
    const { data } = body as { data: { id: number; photos: { url: string }[] } };
    expect(data).toMatchObject({ title: "Honeycombing", id_sheet: sheet, x: 0.25, y: 0.5 });
    expect(data.photos).toHaveLength(1);
    await app.database.db.deleteFrom("photos").where("id", "=", photo.id).execute();
    expect((await get(data.photos[0]?.url ?? "", editor)).status).toBe(200);
  });

  it("has no room while the visit of the photo is in the bin", async () => {
    const visit = await site.visit();
    const room = await site.room(visit.id, { name: "Hall" });
    const photo = await add({ fields: { id_room: String(room) } });
    const create = () =>
      editor.call("POST /api/photos/{id}/snags", {
        params: { id: photo.id },
        body: { title: "Honeycombing" },
      });
    expect(await create()).toMatchObject({ room: "Hall" });
    const { db } = app.database;
    await db
      .updateTable("visits")
      .set({ deleted_at: new Date(now) })
      .where("id", "=", visit.id)
      .execute();
    expect(await create()).toMatchObject({ id_room: null, photos: [{ kind: "before" }] });
  });
});
