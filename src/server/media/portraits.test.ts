import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { sql } from "kysely";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createLocalStore } from "./local-store.ts";
import {
  avatarShape,
  coverShape,
  createPortraits,
  type PortraitOptions,
  type Portraits,
} from "./portraits.ts";

let database: TestDatabase;
let folder: string;
let portraits: Portraits;
/** Offset of the test clock. */
let ahead = 0;
const day = 24 * 3_600_000;
const logoShape = { width: 640, height: 200, fit: "inside" } as const;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "sitewalk-portraits-"));
  // Represents the users: any table that references a portrait.
  await sql`create table faces (key text)`.execute(database.db);
  portraits = createPortraits(options());
});
afterAll(async () => {
  await portraits.closePortraits();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const options = (): PortraitOptions => ({
  db: database.db,
  store: createLocalStore(join(folder, "objects"), join(folder, "trash")),
  clock: { now: () => new Date(Date.now() + ahead) },
  directory: folder,
});

const plain = (width: number, height: number, background = "#c07040"): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

async function keep(
  bytes: Uint8Array,
  shape: Parameters<Portraits["keepPortrait"]>[1] = avatarShape,
  by = portraits,
) {
  // A unique name, like that of a received file: the decoder caches files by name.
  const path = join(folder, `${randomUUID()}.part`);
  await writeFile(path, bytes);
  try {
    return await by.keepPortrait({ path, bytes: bytes.length }, shape);
  } finally {
    await rm(path);
  }
}
const kept = (key: string) => sharp(join(folder, "objects", key));

/** A picture that declares any size and holds next to nothing. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("A portrait is a WebP of the requested size, under the hash of its content.", async () => {
  for (const make of [plain(900, 600).jpeg(), plain(300, 700).png(), plain(640, 640).webp()]) {
    const key = await keep(await make.toBuffer());
    expect(key).toMatch(/^portraits\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.webp$/);
    expect(await kept(key).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  }
  const cover = await keep(await plain(2400, 1600).jpeg().toBuffer(), coverShape);
  expect(await kept(cover).metadata()).toMatchObject({ width: 1920, height: 640 });
  const again = await keep(await plain(2400, 1600).jpeg().toBuffer(), coverShape);
  expect(again).toBe(cover);
});

test("A logo keeps its aspect ratio and its transparency and is not enlarged.", async () => {
  const clear = { create: { width: 1000, height: 500, channels: 4, background: "#ff000000" } } as const;
  const key = await keep(await sharp(clear).png().toBuffer(), logoShape);
  const { width, height, hasAlpha } = await kept(key).metadata();
  expect({ width, height, hasAlpha }).toEqual({ width: 400, height: 200, hasAlpha: true });
  const small = await keep(await plain(80, 40).png().toBuffer(), logoShape);
  expect(await kept(small).metadata()).toMatchObject({ width: 80, height: 40 });
});

test("A phone's picture is turned upright, and its location is removed.", async () => {
  // Left half red, right half blue, stored rotated: turned by 90° the red is on top.
  const red = await plain(200, 400, "#ff0000").png().toBuffer();
  const lying = await plain(400, 400, "#0000ff")
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: "25/1 12/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  expect((await sharp(lying).metadata()).exif).toBeDefined();
  const key = await keep(lying);
  const { exif, xmp, orientation } = await kept(key).metadata();
  expect({ exif, xmp, orientation }).toEqual({ exif: undefined, xmp: undefined, orientation: undefined });
  const { data, info } = await kept(key).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  expect(at(256, 60)[0]).toBeGreaterThan(200);
  expect(at(256, 450)[2]).toBeGreaterThan(200);
});

test("Drawings with script, texts, other formats and animations are no portraits.", async () => {
  const frames = Buffer.concat([Buffer.alloc(30_000, 10), Buffer.alloc(30_000, 200)]);
  const raw = { width: 100, height: 200, channels: 3, pageHeight: 100 } as const;
  const moving = await sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const others = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    Buffer.from("just a text"),
    await plain(300, 300).gif().toBuffer(),
    await plain(300, 300).tiff().toBuffer(),
    await plain(300, 300).avif().toBuffer(),
    moving,
  ];
  for (const bytes of others) await expect(keep(bytes)).rejects.toMatchObject({ code: "IMAGE_TYPE" });
});

test("A decompression bomb is refused by its header, with the limit in the message.", async () => {
  await expect(keep(bombPng(30_000, 30_000))).rejects.toMatchObject({
    code: "IMAGE_PIXELS",
    message: "The image has too many pixels. Choose one of at most 50 megapixels.",
  });
});

test("A truncated picture, or one by name only, is unreadable.", async () => {
  const whole = await sharp(Buffer.from(Array.from({ length: 480_000 }, (_, at) => (at * 7919) % 251)), {
    raw: { width: 400, height: 400, channels: 3 },
  })
    .jpeg()
    .toBuffer();
  await expect(keep(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: "IMAGE_UNREADABLE" });
  const png = await plain(500, 500).png().toBuffer();
  await expect(keep(png.subarray(0, png.length - 40))).rejects.toMatchObject({ code: "IMAGE_UNREADABLE" });
  for (const head of ["\xff\xd8\xff\xe0 and then nothing", "\x89PNG\r\n\x1a\n<script>", "RIFF1234WEBPVP8 "])
    await expect(keep(Buffer.from(head, "latin1"))).rejects.toMatchObject({ code: "IMAGE_UNREADABLE" });
  await expect(keep(Buffer.alloc(0))).rejects.toMatchObject({ code: "FILE_EMPTY" });
});

test("A child process renders it: one above its memory or time limit is killed, and that is reported with a message.", async () => {
  // Its child process is busy for half a second, and checked every twentieth of one.
  const picture = await plain(7000, 7000).png({ progressive: true }).toBuffer();
  for (const bounds of [{ memoryBytes: 30e6 }, { timeoutMs: 20 }]) {
    const narrow = createPortraits({ ...options(), bounds });
    try {
      await expect(keep(picture, avatarShape, narrow)).rejects.toMatchObject({
        code: "IMAGE_TOO_HEAVY",
        message: "The image could not be processed within the limits of this server.",
      });
    } finally {
      await narrow.closePortraits();
    }
  }
  expect(await keep(picture)).toMatch(/^portraits\//);
});

test("Unused portraits are deleted after a day, those in use and new ones stay.", async () => {
  const used = await keep(await plain(40, 40, "#111111").png().toBuffer());
  const unused = await keep(await plain(40, 40, "#222222").png().toBuffer());
  await sql`insert into faces values (${used})`.execute(database.db);
  const claims = [sql`exists (select from faces where faces.key = portraits.key)`];
  expect(await portraits.sweepPortraits(claims)).toBe(0);
  ahead = day + 60_000;
  expect(await portraits.sweepPortraits(claims)).toBeGreaterThan(0);
  ahead = 0;
  expect(await kept(used).metadata()).toMatchObject({ width: 512 });
  await expect(kept(unused).metadata()).rejects.toThrow(/missing/);
  expect(await keep(await plain(40, 40, "#222222").png().toBuffer())).toBe(unused);
  expect(await kept(unused).metadata()).toMatchObject({ width: 512 });
  await expect(portraits.sweepPortraits([])).rejects.toThrow("would remove every portrait");
});

test("No incomplete file is left behind.", async () => {
  expect((await readdir(folder)).toSorted()).toEqual(["objects", "trash"]);
});
