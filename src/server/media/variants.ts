import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Raw, type Sharp } from "sharp";
import { limits } from "#contract/limits.ts";
import { projectFlat, type RgbImage } from "./project.ts";

export const TILE_SIZE = 512;
/** The file ending of a tile in the pyramid. */
export const TILE_TYPE = "jpeg";

/** Narrowest level: below this the base does. */
const NARROWEST = 1900;
const THUMBNAIL = limits.visit.preview;
const BASE = { width: 1024, height: 512 };
const POSTER = { width: 960, height: 480, fov: 60 };
/** It travels inside the page. Most pictures fit at the middle quality, plain ones at a better one, rough ones at a worse. */
const POSTER_BYTES = { most: 35_000, few: 17_000 };
const POSTER_QUALITY = { plain: 55, middle: 25, rough: 14 };

export interface Level {
  readonly width: number;
  readonly height: number;
}

export interface VariantSet {
  readonly width: number;
  readonly height: number;
  readonly levels: Level[];
}

/** Own size and halves of it (rounded up) down to about 1900 wide, ascending: 3840 gives 1920 and 3840. */
export function pyramidLevels(width: number, height: number): Level[] {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const smaller = half.width >= NARROWEST ? pyramidLevels(half.width, half.height) : [];
  return [...smaller, { width, height }];
}

/**
 * Makes every variant of a panorama from one decode, into a folder that exists: `thumb.webp`, `base.webp`,
 * `poster.webp`, then (after `onPreviews`, when the room can be opened) `t/<level>/<col>_<row>.jpeg`.
 * Throws what the decoder throws when the picture's data is broken.
 */
export async function makeVariants(
  source: string,
  directory: string,
  onPreviews: () => void = () => undefined,
): Promise<VariantSet> {
  const picture = await decode(source);
  await makePreviews(picture, directory);
  onPreviews();
  const levels = pyramidLevels(picture.width, picture.height);
  await makeTiles(picture, levels, directory);
  return { width: picture.width, height: picture.height, levels };
}

async function decode(source: string): Promise<RgbImage> {
  const { data, info } = await sharp(source, {
    failOn: "warning",
    limitInputPixels: limits.visit.image.maxPixels,
    sequentialRead: true,
    autoOrient: true,
  })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function makePreviews(picture: RgbImage, directory: string): Promise<void> {
  const base = await fromRaw(picture)
    .resize({ ...BASE, fit: "fill", kernel: "mitchell" })
    .raw()
    .toBuffer();
  const small: RgbImage = { data: base, ...BASE };
  await fromRaw(small)
    .resize({ ...THUMBNAIL, fit: "fill" })
    .webp({ quality: 70, effort: 2 })
    .toFile(join(directory, "thumb.webp"));
  await fromRaw(small).webp({ quality: 60, effort: 2 }).toFile(join(directory, "base.webp"));
  await writeFile(join(directory, "poster.webp"), await encodePoster(picture));
}

async function encodePoster(picture: RgbImage): Promise<Buffer> {
  // A blended point covers two pixels of the source: no pixel of it is skipped where the poster is coarsest.
  const samples = Math.ceil(picture.width / POSTER_DENSITY / 2);
  const flat = projectFlat(picture, POSTER, samples);
  const encode = (quality: number) => fromRaw(flat).webp({ quality, effort: 2 }).toBuffer();
  const middle = await encode(POSTER_QUALITY.middle);
  if (middle.length > POSTER_BYTES.most) return encode(POSTER_QUALITY.rough);
  return middle.length < POSTER_BYTES.few ? encode(POSTER_QUALITY.plain) : middle;
}

/** Width of the sphere at which the middle of the poster has the sphere's own density. */
const POSTER_DENSITY = (2 * Math.PI * POSTER.height) / 2 / Math.tan((POSTER.fov / 360) * Math.PI);

/** Pictures wider than this are mostly seen on a middle level. */
const WIDE = 6000;

/**
 * JPEG rather than WebP: on the same pictures a third of the work here and half of it in the browser, for about a
 * tenth more bytes at the same fidelity; and a camera's own JPEG cut along its 8-pixel grid loses almost nothing
 * the second time. The finer quantisation table keeps colours, which weigh most on foliage and scaffolding. Codes
 * fitted to each tile save a twentieth of the bytes and cost half as much again: too dear for the widest.
 */
async function makeTiles(picture: RgbImage, levels: readonly Level[], directory: string): Promise<void> {
  const work = join(directory, "dz");
  await mkdir(work);
  await fromRaw(picture)
    .jpeg({ quality: 80, quantisationTable: 3, optimiseCoding: picture.width < WIDE })
    .tile({ size: TILE_SIZE, overlap: 0, layout: "dz", depth: "onetile" })
    .toFile(join(work, "all.dz"));
  const files = join(work, "all_files");
  const made = (await readdir(files)).filter((name) => /^\d+$/.test(name)).map(Number);
  const top = Math.max(...made);
  await mkdir(join(directory, "t"));
  for (const index of levels.keys()) {
    await rename(join(files, String(top - levels.length + 1 + index)), join(directory, "t", String(index)));
  }
  await rm(work, { recursive: true });
}

function fromRaw(image: RgbImage): Sharp {
  const raw: Raw = { width: image.width, height: image.height, channels: 3 };
  return sharp(image.data, { raw, limitInputPixels: limits.visit.image.maxPixels });
}
