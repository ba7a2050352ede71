import { readdirSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panorama } from "#test/pictures.ts";
import { TILE_SIZE } from "./keys.ts";
import { makeVariants, pyramidLevels, type VariantSet } from "./variants.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-variants-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function variantsOf(picture: Sharp | Buffer): Promise<{ set: VariantSet; at: string }> {
  const at = await mkdtemp(join(root, "set-"));
  const source = join(at, "source.jpg");
  await (Buffer.isBuffer(picture) ? sharp(picture).keepMetadata() : picture).jpeg().toFile(source);
  return { set: await makeVariants(source, at), at };
}

/** Mean colour of a region: red, green, blue. */
async function colourOf(path: string, region?: { left: number; top: number; width: number; height: number }) {
  const part = region === undefined ? sharp(path) : sharp(path).extract(region);
  const { channels } = await sharp(await part.toColourspace("srgb").png().toBuffer()).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

const flat = (width: number, height: number, background = "rgb(40,120,200)") =>
  sharp({ create: { width, height, channels: 3, background } });

describe("pyramid levels", () => {
  test("are the full width and its halves down to about 1900", () => {
    const widths = (width: number) => pyramidLevels(width, width / 2).map((level) => level.width);
    expect(widths(3840)).toEqual([1920, 3840]);
    expect(widths(4096)).toEqual([2048, 4096]);
    expect(widths(5760)).toEqual([2880, 5760]);
    expect(widths(7680)).toEqual([1920, 3840, 7680]);
    expect(widths(8192)).toEqual([2048, 4096, 8192]);
    expect(widths(16_384)).toEqual([2048, 4096, 8192, 16_384]);
  });

  test("ascend, each half the next one rounded up, the last at the picture's own size", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3840, max: 16_384 }),
        fc.integer({ min: 1920, max: 8192 }),
        (width, height) => {
          const levels = pyramidLevels(width, height);
          expect(levels.at(-1)).toEqual({ width, height });
          for (const [index, level] of levels.slice(1).entries()) {
            expect(levels[index]).toEqual({
              width: Math.ceil(level.width / 2),
              height: Math.ceil(level.height / 2),
            });
          }
        },
      ),
    );
  });
});

describe("a set of variants", () => {
  test("holds every tile of every level, cropped at the right and lower edge, and nothing else", async () => {
    // Odd on purpose: halves are rounded, the last tiles are slivers.
    const { set, at } = await variantsOf(flat(4099, 2051));
    expect(set.levels).toEqual([
      { width: 2050, height: 1026 },
      { width: 4099, height: 2051 },
    ]);
    expect((await readdir(at)).toSorted()).toEqual([
      "base.webp",
      "card.webp",
      "poster.webp",
      "source.jpg",
      "t",
      "thumb.webp",
    ]);
    expect((await readdir(join(at, "t"))).toSorted()).toEqual(["0", "1"]);
    for (const [level, { width, height }] of set.levels.entries()) {
      const columns = Math.ceil(width / TILE_SIZE);
      const rows = Math.ceil(height / TILE_SIZE);
      expect(await readdir(join(at, "t", String(level)))).toHaveLength(columns * rows);
      const last = await sharp(join(at, "t", String(level), `${columns - 1}_${rows - 1}.jpeg`)).metadata();
      expect(last).toMatchObject({
        width: width - (columns - 1) * TILE_SIZE,
        height: height - (rows - 1) * TILE_SIZE,
      });
    }
  });

  // The wider one has its previews from a smaller decode.
  test.each([3840, 7680])(
    "shows the picture, %i wide: tiles are in their correct positions on every level, and previews are not turned",
    async (width) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width / 2}" viewBox="0 0 3840 1920">
      <rect width="1920" height="960" fill="rgb(200,0,0)"/><rect x="1920" width="1920" height="960" fill="rgb(0,200,0)"/>
      <rect y="960" width="1920" height="960" fill="rgb(0,0,200)"/><rect x="1920" y="960" width="1920" height="960" fill="rgb(200,200,0)"/></svg>`;
      const { at, set } = await variantsOf(sharp(Buffer.from(svg)));
      const near = async (file: string, expected: number[], region?: Parameters<typeof colourOf>[1]) => {
        const colour = await colourOf(join(at, file), region);
        for (const [index, value] of expected.entries())
          expect(Math.abs((colour[index] ?? 0) - value)).toBeLessThan(6);
      };
      for (const [index, level] of set.levels.entries()) {
        const last = level.width / TILE_SIZE;
        const [column, row] = [Math.ceil(last) - 1, Math.ceil(last / 2) - 1];
        await near(`t/${index}/0_${row}.jpeg`, [0, 0, 200]);
        await near(`t/${index}/${column}_${row}.jpeg`, [200, 200, 0]);
        // The upper tiles of the smallest level reach over the middle.
        if (index === 0) continue;
        await near(`t/${index}/0_0.jpeg`, [200, 0, 0]);
        await near(`t/${index}/${column}_0.jpeg`, [0, 200, 0]);
      }
      for (const file of ["base.webp", "thumb.webp", "poster.webp", "card.webp"]) {
        const { width, height } = await sharp(join(at, file)).metadata();
        // In the middle of each quarter, where no colour has run into another.
        const quarter = (column: number, row: number) => ({
          left: Math.round((column * 0.5 + 0.2) * width),
          top: Math.round((row * 0.5 + 0.2) * height),
          width: Math.round(width * 0.1),
          height: Math.round(height * 0.1),
        });
        await near(file, [200, 0, 0], quarter(0, 0));
        await near(file, [0, 200, 0], quarter(1, 0));
        await near(file, [0, 0, 200], quarter(0, 1));
        await near(file, [200, 200, 0], quarter(1, 1));
      }
    },
  );

  test.each([3840, 7680])("is upright for a picture on its side, %i wide", async (width) => {
    const sky = { create: { width, height: width / 4, channels: 3, background: "teal" } } as const;
    const upright = flat(width, width / 2).composite([{ input: sky, left: 0, top: 0 }]);
    const turned = await sharp(await upright.png().toBuffer())
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { set, at } = await variantsOf(turned);
    expect(set).toMatchObject({ width, height: width / 2 });
    const [lowest] = set.levels;
    const files = [
      "base.webp",
      "poster.webp",
      "card.webp",
      "t/0/0_0.jpeg",
      `t/0/0_${Math.ceil((lowest?.height ?? 0) / TILE_SIZE) - 1}.jpeg`,
    ];
    const tops = await Promise.all(
      files.map((file) => colourOf(join(at, file), { left: 0, top: 0, width: 100, height: 50 })),
    );
    expect(tops.map(([red]) => (red ?? 0) < 20)).toEqual([true, true, true, true, false]);
  });

  test("is in colour for a grey picture", async () => {
    const { at } = await variantsOf(flat(3840, 1920, "rgb(90,90,90)").toColourspace("b-w"));
    const colour = await colourOf(join(at, "poster.webp"));
    expect(colour).toHaveLength(3);
    for (const value of colour) expect(Math.abs(value - 90)).toBeLessThan(6);
  });

  test("stays small enough: the poster inside a page, the thumbnail in a list", async () => {
    const { at } = await variantsOf(await panorama());
    const bytes = async (file: string) => (await stat(join(at, file))).size;
    expect(await bytes("poster.webp")).toBeLessThan(36_000);
    expect(await bytes("card.webp")).toBeLessThan(14_000);
    expect(await bytes("thumb.webp")).toBeLessThan(12_000);
    expect(await bytes("base.webp")).toBeLessThan(60_000);
  });

  test("gives every poster the best quality that fits, plain or rough", async () => {
    const grain = (sigma: number) =>
      sharp({
        create: {
          width: 3840,
          height: 1920,
          channels: 3,
          background: "black",
          noise: { type: "gaussian", mean: 128, sigma },
        },
      });
    const posterBytes = async (sigma: number) => {
      const { at } = await variantsOf(grain(sigma));
      return (await stat(join(at, "poster.webp"))).size;
    };
    const [fine, rough] = [await posterBytes(10), await posterBytes(12)];
    expect(fine).toBeGreaterThan(25_000);
    expect(fine).toBeLessThan(40_000);
    expect(rough).toBeLessThan(56_000);
  });

  test.each([1, 2])(
    "of a part of a sphere has levels of the whole sphere, and previews in proportion (%i ×)",
    async (times) => {
      const at = await mkdtemp(join(root, "set-"));
      const source = join(at, "source.jpg");
      // A red disc in the middle of a picture that is 120 degrees wide and 60 high.
      const disc = `<svg width="${1400 * times}" height="${700 * times}" viewBox="0 0 1400 700"><rect width="1400" height="700" fill="#fff"/><circle cx="700" cy="350" r="140" fill="#f00"/></svg>`;
      await sharp(Buffer.from(disc)).jpeg().toFile(source);
      const [full_width, full_height] = [4200 * times, 2100 * times];
      const area = { full_width, full_height, left: full_width / 3, top: full_height / 3 };
      const set = await makeVariants(source, at, undefined, { area, pose: null });
      expect(set.levels.slice(0, 2)).toEqual([
        { width: 700, height: 350 },
        { width: 1400, height: 700 },
      ]);
      expect(set.levels.at(-1)).toEqual({ width: 1400 * times, height: 700 * times });
      for (const file of ["thumb.webp", "poster.webp", "card.webp"]) {
        const { data, info } = await sharp(join(at, file)).raw().toBuffer({ resolveWithObject: true });
        const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 1] ?? 255) < 128;
        const run = (length: number, hit: (at: number) => boolean) =>
          Array.from({ length }, (_, at) => hit(at)).filter(Boolean).length;
        const across = run(info.width, (x) => isRed(x, info.height / 2));
        const down = run(info.height, (y) => isRed(info.width / 2, y));
        expect(across / down).toBeGreaterThan(0.95);
        expect(across / down).toBeLessThan(1.05);
      }
    },
  );

  test("has its previews before its tiles", async () => {
    const at = await mkdtemp(join(root, "set-"));
    const source = join(at, "source.jpg");
    await flat(3840, 1920).jpeg().toFile(source);
    let seen: string[] = [];
    await makeVariants(source, at, () => {
      // Read synchronously: the tiles start as soon as this returns.
      seen = readdirSync(at);
    });
    expect(seen.toSorted()).toEqual(["base.webp", "card.webp", "poster.webp", "source.jpg", "thumb.webp"]);
  });
});
