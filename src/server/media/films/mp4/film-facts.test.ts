import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { badClips, clip, faststart, goodClips, hevc, spherical, tenBit, wide, zeroed } from "#test/clips.ts";
import { at, box, parse } from "#test/mp4-boxes.ts";
import { BadFilm } from "./bad-film.ts";
import { indexForFront, isInFront } from "./faststart.ts";
import { checkFilm, readFilm } from "./film-facts.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-clips-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function judge(bytes: Buffer) {
  const path = join(folder, "film.mp4");
  await writeFile(path, bytes);
  const file = await open(path, "r");
  try {
    const film = await readFilm(file);
    checkFilm(film.facts, { seconds: 60 });
    return { film, refusal: null, reason: "" };
  } catch (error) {
    if (!(error instanceof BadFilm)) throw error;
    return { film: null, refusal: error.refusal, reason: error.message };
  } finally {
    await file.close();
  }
}

test("a video has its size, duration, frame rate and sound read", async () => {
  const { film } = await judge(clip());
  expect(film?.facts).toEqual({
    width: 3840,
    height: 1920,
    seconds: 2,
    fps: 5,
    codec: "avc1",
    has_audio: true,
    is_playable: true,
  });
});

test.each(goodClips)("a video with $name is accepted", async ({ make }) => {
  const { refusal, reason } = await judge(make());
  expect({ refusal, reason }).toEqual({ refusal: null, reason: "" });
});

test.each(badClips)("is refused after changing a few bytes: $name", async ({ make, refusal }) => {
  const bytes = make();
  const before = process.memoryUsage.rss();
  const found = await judge(bytes);
  expect({ refusal: found.refusal, reason: found.reason }).toMatchObject({ refusal });
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20);
});

test("ten bits per colour are read, and distinguished from what every browser plays", async () => {
  const { film } = await judge(tenBit());
  expect(film?.facts).toMatchObject({ width: 3840, height: 1920, is_playable: false });
});

test("HEVC is read from its own parameter set", async () => {
  const { film } = await judge(hevc());
  expect(film?.facts).toMatchObject({ codec: "hvc1", width: 3840, height: 1920, is_playable: false });
});

test("pictures of zeros pass the box checks; only decoding one detects them", async () => {
  const { refusal } = await judge(zeroed());
  expect(refusal).toBeNull();
});

/** Offset of each chunk of pictures and of sound, and its bytes. */
function chunksIn(bytes: Buffer): string[] {
  const nodes = parse(bytes);
  return ["moov/trak", "moov/trak:1"].flatMap((trak) => {
    const stbl = at(nodes, `${trak}/mdia/minf/stbl`);
    const table = stbl.inside?.find(({ type }) => type === "stco" || type === "co64");
    if (table === undefined) throw new Error("no table");
    const isLong = table.type === "co64";
    return Array.from({ length: table.data.readUInt32BE(4) }, (_, entry) => {
      const offset = isLong
        ? Number(table.data.readBigUInt64BE(8 + entry * 8))
        : table.data.readUInt32BE(8 + entry * 4);
      return bytes.toString("hex", offset, offset + 12);
    });
  });
}

async function rewritten(bytes: Buffer): Promise<{ wasInFront: boolean; bytes: Buffer }> {
  const path = join(folder, "from.mp4");
  await writeFile(path, bytes);
  const source = await open(path, "r");
  try {
    const film = await readFilm(source);
    const { index, move } = indexForFront(film);
    expect(index).toHaveLength(move.bytes);
    const [before, after] = [bytes.subarray(move.to, move.from), bytes.subarray(move.from + move.bytes)];
    return {
      wasInFront: isInFront(film),
      bytes: Buffer.concat([bytes.subarray(0, move.to), index, before, after]),
    };
  } finally {
    await source.close();
  }
}

test.each([
  { name: "as cameras write it", make: () => clip(spherical) },
  { name: "with addresses of 64 bits", make: () => clip(wide) },
  {
    name: "with more boxes behind the index",
    make: () => clip((nodes) => void nodes.push(box("free", Buffer.alloc(99)))),
  },
])("the index moves to the front, $name, and every picture is at its offset", async ({ make }) => {
  const bytes = make();
  const made = await rewritten(bytes);
  expect(
    parse(made.bytes)
      .map(({ type }) => type)
      .slice(0, 3),
  ).toEqual(["ftyp", "free", "moov"]);
  expect(made.bytes).toHaveLength(bytes.length);
  expect(chunksIn(made.bytes)).toEqual(chunksIn(bytes));
  const { film } = await judge(made.bytes);
  expect(film && isInFront(film)).toBe(true);
});

test("a camera's projection metadata is still there after the index has moved", async () => {
  const made = await rewritten(clip(spherical));
  for (const word of ["svhd-equirectangular", "<rdf>GSpherical equirectangular</rdf>"])
    expect(made.bytes.includes(word)).toBe(true);
  expect((await rewritten(faststart())).wasInFront).toBe(true);
  expect(made.wasInFront).toBe(false);
});
