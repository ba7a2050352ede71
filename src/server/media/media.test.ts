import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { panorama } from "#test/pictures.ts";
import { createBuilder } from "./build.ts";
import { createFfmpeg, type Media, openMedia } from "./index.ts";
import { createLocalStore } from "./local-store.ts";
import { createWorkers, type Workers } from "./workers.ts";

let database: TestDatabase;
let dataDir: string;
let media: Media;
/** Offset of the test clock. */
let ahead = 0;
const asked: string[] = [];
const settled: string[] = [];
const key = createAppKey("a secret of this test that is long enough");
const day = 24 * 3_600_000;

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "sitewalk-media-"));
  // Represents the rooms of the visits domain: any table that references a picture.
  await sql`create table uses (sha256 text references pictures (sha256))`.execute(database.db);
  media = await openMedia({
    dataDir,
    store: createLocalStore(join(dataDir, "media/objects"), join(dataDir, "media/building")),
    workers: 2,
    db: database.db,
    key,
    log: createLog("silent"),
    clock: { now: () => new Date(Date.now() + ahead) },
    sight: () => Promise.resolve(true),
    enqueue: async (_trx, sha256) => void asked.push(sha256),
    enqueuePlan: async () => undefined,
    enqueueFilm: async () => undefined,
    ffmpeg: createFfmpeg({ path: "none", log: createLog("silent") }),
  });
  media.onSettled(async (_trx, sha256, state) => void settled.push(`${state} ${sha256}`));
});

afterAll(async () => {
  await media.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const inUse = sql`exists (select from uses where uses.sha256 = pictures.sha256)`;
const objects = (sha256: string) => join(dataDir, "media/objects/pictures", sha256.slice(0, 2), sha256);

async function upload(bytes: Buffer): Promise<string> {
  const file = await media.receive(Readable.from([bytes]), { maxBytes: 20_000_000 });
  try {
    const kept = await media.keep(file);
    await database.db.transaction().execute((trx) => kept.claim(trx));
    return kept.sha256;
  } finally {
    await file.discard();
  }
}

const rowOf = (sha256: string) =>
  database.db.selectFrom("pictures").selectAll().where("sha256", "=", sha256).executeTakeFirst();

async function serving(): Promise<FastifyInstance> {
  const app = fastify();
  await app.register((instance) => media.plugin(instance));
  return app;
}

async function wireOf(sha256: string) {
  const row = await rowOf(sha256);
  if (row === undefined) throw new Error("no such picture");
  return media.picture({ ...row, picture_sha256: sha256 });
}

test("an uploaded panorama becomes a picture whose every address serves the declared content", async () => {
  const bytes = await panorama({ seed: 1 });
  const sha256 = await upload(bytes);
  expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(asked).toContain(sha256);
  expect(await wireOf(sha256)).toMatchObject({ state: "processing", tiles: null, base: null, levels: [] });

  await media.build(sha256);
  const picture = await wireOf(sha256);
  expect(picture).toMatchObject({
    state: "ready",
    problem: null,
    width: 3840,
    height: 1920,
    tile_size: 512,
    levels: [
      { width: 1920, height: 960 },
      { width: 3840, height: 1920 },
    ],
  });
  expect(settled.filter((line) => line.endsWith(sha256))).toEqual([`ready ${sha256}`]);

  const app = await serving();
  const sizeAt = async (address: string | null) => {
    const reply = await app.inject(address ?? "");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    const { width, height } = await sharp(reply.rawPayload).metadata();
    return [width, height];
  };
  const tile = (level: number, col: number, row: number) =>
    (picture.tiles ?? "")
      .replace("{level}", String(level))
      .replace("{col}", String(col))
      .replace("{row}", String(row));
  expect(await sizeAt(picture.thumbnail)).toEqual([300, 150]);
  expect(await sizeAt(picture.base)).toEqual([1024, 512]);
  expect(await sizeAt(picture.poster)).toEqual([1280, 640]);
  expect(await sizeAt(picture.card)).toEqual([640, 320]);
  const covers = media.covers(sha256);
  expect(await sizeAt(covers.thumbnail)).toEqual([300, 150]);
  expect(await sizeAt(covers.cover)).toEqual([1280, 640]);
  expect(await sizeAt(covers.cover_card)).toEqual([640, 320]);
  expect(media.covers(null)).toEqual({ thumbnail: null, cover: null, cover_card: null });
  expect(await sizeAt(media.thumbnail(sha256))).toEqual([300, 150]);
  expect(await sizeAt(media.original(sha256))).toEqual([3840, 1920]);
  expect(await sizeAt(tile(0, 0, 0))).toEqual([512, 512]);
  expect(await sizeAt(tile(0, 3, 1))).toEqual([384, 448]);
  expect(await sizeAt(tile(1, 7, 3))).toEqual([256, 384]);
  expect((await app.inject(tile(1, 8, 0))).statusCode).toBe(404);
  expect((await app.inject(tile(2, 0, 0))).statusCode).toBe(404);
  const original = (picture.base ?? "").replace("base.webp", "original.jpg");
  expect((await app.inject(original)).statusCode).toBe(404);
  expect(await media.read(picture.poster ?? "")).toEqual((await app.inject(picture.poster ?? "")).rawPayload);
  expect(await media.read((picture.poster ?? "").replace("/media/", "/media/x"))).toBeNull();
  await app.close();
});

describe("a picture from before there were cards", () => {
  const cardOf = async (seed: number) => {
    const sha256 = await upload(await panorama({ seed }));
    await media.build(sha256);
    await rm(join(objects(sha256), "card.webp"));
    const app = await serving();
    return { app, folder: objects(sha256), card: media.covers(sha256).cover_card ?? "" };
  };

  test("has its card made once, from its poster, when it is requested", async () => {
    const { app, folder, card } = await cardOf(41);
    const replies = await Promise.all(Array.from({ length: 5 }, () => app.inject(card)));
    for (const { statusCode, headers, rawPayload } of replies) {
      expect(statusCode).toBe(200);
      expect(headers["cache-control"]).toBe("private, max-age=31536000, immutable");
      const { width, height } = await sharp(rawPayload).metadata();
      expect([width, height]).toEqual([640, 320]);
    }
    const { mtimeMs } = await stat(join(folder, "card.webp"));
    await app.inject(card);
    expect((await stat(join(folder, "card.webp"))).mtimeMs).toBe(mtimeMs);
    expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
    await app.close();
  });

  test("is sent in the size of its poster, for a minute, where that cannot be made", async () => {
    const { app, folder, card } = await cardOf(42);
    const broken = Buffer.from("RIFF, and no picture");
    await writeFile(join(folder, "poster.webp"), broken);
    const reply = await app.inject(card);
    expect(reply.rawPayload).toEqual(broken);
    expect(reply.headers["cache-control"]).toBe("private, max-age=60");
    await app.close();
  });

  test("has none once it is removed", async () => {
    const { app, folder, card } = await cardOf(43);
    await rm(folder, { recursive: true });
    expect((await app.inject(card)).statusCode).toBe(404);
    expect(await readdir(dirname(folder)).catch(() => [])).not.toContain(basename(folder));
    await app.close();
  });
});

test("the same file a second time is the same picture, built once", async () => {
  const bytes = await panorama({ seed: 1 });
  const before = asked.length;
  const sha256 = await upload(bytes);
  expect(asked.length).toBe(before);
  const made = await rowOf(sha256);
  await media.build(sha256);
  expect(await rowOf(sha256)).toEqual(made);
  expect(settled.filter((line) => line.endsWith(sha256))).toHaveLength(1);
});

test("two workers that build the same picture at the same time settle it once and leave nothing behind", async () => {
  const sha256 = await upload(await panorama({ seed: 2 }));
  await Promise.all([media.build(sha256), media.build(sha256)]);
  expect(settled.filter((line) => line.endsWith(sha256))).toEqual([`ready ${sha256}`]);
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
  expect(await readdir(join(dataDir, "media/incoming"))).toEqual([]);
  expect((await readdir(objects(sha256))).toSorted()).toEqual([
    "base.webp",
    "card.webp",
    "original.jpg",
    "poster.webp",
    "t",
    "thumb.webp",
  ]);
});

test("a picture whose coded data is broken in the middle fails with a code instead of endless retries", async () => {
  const bytes = Buffer.from(await panorama({ seed: 3 }));
  // All markers in place, the header right, the picture itself garbage: only a decoder detects it.
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda])) + 14;
  bytes.fill(0x55, scan + 2000, bytes.length - 2000);
  const sha256 = await upload(bytes);
  await media.build(sha256);
  expect(await wireOf(sha256)).toMatchObject({ state: "failed", problem: "IMAGE_UNREADABLE", tiles: null });
  expect(settled.filter((line) => line.endsWith(sha256))).toEqual([`failed ${sha256}`]);
  const again = await upload(bytes);
  expect(await rowOf(again)).toMatchObject({ state: "processing", problem: null, attempts: 0 });
});

test("a picture on which three workers died is given up with a code; a shutdown does not count", async () => {
  const sha256 = await upload(await panorama({ seed: 6 }));
  const build = (workers: Workers) =>
    createBuilder({
      db: database.db,
      store: createLocalStore(join(dataDir, "media/objects"), join(dataDir, "media/building")),
      workers,
      log: createLog("silent"),
      directory: join(dataDir, "media/building"),
      settled: async (_trx, picture, state) => void settled.push(`${state} ${picture}`),
    })(sha256);

  const closing = createWorkers({ count: 1 });
  await closing.close();
  await expect(build(closing)).rejects.toMatchObject({ death: "closed" });
  expect(await rowOf(sha256)).toMatchObject({ state: "processing", attempts: 0 });

  const hasty = createWorkers({ count: 1, timeoutMs: 20 });
  await build(hasty);
  await hasty.close();
  expect(await rowOf(sha256)).toMatchObject({ state: "failed", problem: "IMAGE_TOO_HEAVY", attempts: 3 });
  expect(settled.filter((line) => line.endsWith(sha256))).toEqual([`failed ${sha256}`]);
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
});

test("an unknown picture is ignored, and one without its original is retried later", async () => {
  await media.build("0".repeat(64));
  const sha256 = await upload(await panorama({ seed: 4 }));
  await rm(objects(sha256), { recursive: true });
  await expect(media.build(sha256)).rejects.toThrow("not in the store");
  expect(await rowOf(sha256)).toMatchObject({ state: "processing" });
  expect(await media.unfinished(-60_000)).toContain(sha256);
  expect(await media.unfinished(day)).not.toContain(sha256);
});

test("an upload restores a missing original", async () => {
  const bytes = await panorama({ seed: 4 });
  const sha256 = await upload(bytes);
  await media.build(sha256);
  expect(await rowOf(sha256)).toMatchObject({ state: "ready" });
});

test("a claim that is rolled back leaves no row, and the sweep removes its file a day later", async () => {
  const file = await media.receive(Readable.from([await panorama({ seed: 5 })]), { maxBytes: 20_000_000 });
  const kept = await media.keep(file);
  const roomFull = database.db.transaction().execute(async (trx) => {
    await kept.claim(trx);
    throw new Error("the visit is full");
  });
  await expect(roomFull).rejects.toThrow("full");
  await file.discard();
  expect(await rowOf(kept.sha256)).toBeUndefined();
  expect(await readdir(objects(kept.sha256))).toEqual(["original.jpg"]);
  await media.sweep([inUse]);
  expect(await readdir(objects(kept.sha256))).toEqual(["original.jpg"]);
});

test("the sweep removes pictures without a reference for a day, and nothing else", async () => {
  const used = await upload(await panorama({ seed: 1 }));
  const unused = await upload(await panorama({ seed: 2 }));
  const orphan = createHash("sha256")
    .update(await panorama({ seed: 5 }))
    .digest("hex");
  await sql`insert into uses values (${used})`.execute(database.db);
  await writeFile(join(dataDir, "media/incoming/left-behind.part"), "half an upload");

  expect(await media.sweep([inUse])).toEqual({ temporary: 0, pictures: 0, objects: 0 });
  ahead = day + 60_000;
  const swept = await media.sweep([inUse]);
  expect(swept).toMatchObject({ temporary: 1, objects: 1 });
  expect(swept.pictures).toBeGreaterThan(0);

  expect(await rowOf(used)).toMatchObject({ state: "ready" });
  expect(await readdir(objects(used))).toContain("t");
  expect(await rowOf(unused)).toBeUndefined();
  for (const sha256 of [unused, orphan]) await expect(readdir(objects(sha256))).rejects.toThrow("ENOENT");
  expect(await readdir(join(dataDir, "media/incoming"))).toEqual([]);
  expect(await media.sweep([inUse])).toEqual({ temporary: 0, pictures: 0, objects: 0 });
  await expect(media.sweep([])).rejects.toThrow("without a claim");

  // A swept picture can be uploaded and built again.
  expect(await upload(await panorama({ seed: 2 }))).toBe(unused);
  await media.build(unused);
  expect(await rowOf(unused)).toMatchObject({ state: "ready" });
});

test("a tilted camera's pose is stored with its picture, and an existing picture does not get one", async () => {
  const bytes = await sharp(await panorama({ seed: 77 }))
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:PoseHeadingDegrees="30" GPano:PosePitchDegrees="4" GPano:PoseRollDegrees="-2.5"/></rdf:RDF></x:xmpmeta>`,
    )
    .jpeg()
    .toBuffer();
  const sha256 = await upload(bytes);
  expect(await wireOf(sha256)).toMatchObject({ area: null, pose: { pitch: 4, roll: -2.5 } });
  expect(await rowOf(sha256)).toMatchObject({ north: -30 });
  // The markers of its rooms were placed on the picture without the pose.
  await sql`update pictures set pose = null where sha256 = ${sha256}`.execute(database.db);
  await upload(bytes);
  expect(await wireOf(sha256)).toMatchObject({ pose: null });
});
