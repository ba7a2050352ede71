import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Raw, type Sharp } from "sharp";
import { type SpherePart, WHOLE_SPHERE } from "#contract/gpano.ts";
import { limits } from "#contract/limits.ts";
import { cardShape, pictureFiles, TILE_SIZE } from "./keys.ts";
import { projectFlat, type RgbImage } from "./project.ts";
import { isWholeSphere, projectPart, standingView } from "./sphere.ts";

/** Narrowest level: below this the base image is used. */
const NARROWEST = 1900;
const THUMBNAIL = limits.visit.preview;
const BASE = { width: 1024, height: 512 };
const POSTER = { width: 1280, height: 640, fov: 60 };
/** Target size in bytes, whatever the content: the poster is inlined in the page. */
const POSTER_BYTES = 40_000;
/** Encoded first at the middle quality, then at the best that fits: by what factor the first one could be larger. */
const POSTER_MIDDLE = 25;
const POSTER_QUALITIES: readonly (readonly [times: number, quality: number])[] = [
  [2.1, 70],
  [1.75, 55],
  [1.42, 40],
  [1.2, 32],
  [1, POSTER_MIDDLE],
  [0.75, 14],
];
/** Limit for grass and gravel all over: softer than this shows less than a smaller picture would. */
const POSTER_ROUGH = 10;

export interface Level {
  readonly width: number;
  readonly height: number;
}

export interface VariantSet {
  readonly width: number;
  readonly height: number;
  readonly levels: Level[];
}

/**
 * Full size and halves of it (rounded up) down to about 1900 wide, ascending: 3840 gives 1920 and 3840. For a part of a
 * sphere the width is that of the whole one.
 */
export function pyramidLevels(width: number, height: number, whole: number = width): Level[] {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const smaller =
    Math.ceil(whole / 2) >= NARROWEST ? pyramidLevels(half.width, half.height, Math.ceil(whole / 2)) : [];
  return [...smaller, { width, height }];
}

/**
 * Makes every variant of a panorama, into an existing folder: `thumb.webp`, `base.webp`, `poster.webp`, `card.webp`,
 * then (after `onPreviews`, when the room can be opened) `t/<level>/<col>_<row>.jpeg`. A picture with at least twice
 * the density of its previews is decoded twice, for them at a half or less of its size: that takes no longer, since a
 * JPEG decoder shrinks for free, and half the memory, since the tiles are cut from a few rows at a time. Throws what
 * the decoder throws when the picture's data is broken.
 */
export async function makeVariants(
  source: string,
  directory: string,
  onPreviews: () => void = () => undefined,
  part: SpherePart = WHOLE_SPHERE,
): Promise<VariantSet> {
  const { autoOrient: size } = await sharp(source).metadata();
  const shrink = shrinkOf(part.area?.full_width ?? size.width);
  const picture = await decode(source, size, shrink);
  await makePreviews(picture, size, part, directory);
  onPreviews();
  const levels = pyramidLevels(size.width, size.height, part.area?.full_width);
  await makeTiles(shrink === 1 ? fromRaw(picture) : openPicture(source), levels, directory);
  return { width: size.width, height: size.height, levels };
}

/** The largest factor of a JPEG decoder by which a sphere of this width keeps the density of the poster. */
const shrinkOf = (width: number): number => [8, 4, 2].find((factor) => width / factor >= POSTER_DENSITY) ?? 1;

const openPicture = (source: string): Sharp =>
  sharp(source, {
    failOn: "warning",
    limitInputPixels: limits.visit.image.maxPixels,
    sequentialRead: true,
    autoOrient: true,
  })
    .toColourspace("srgb")
    .removeAlpha();

async function decode(source: string, { width, height }: Level, shrink: number): Promise<RgbImage> {
  const whole = openPicture(source);
  const picture =
    shrink === 1
      ? whole
      : whole.resize({ width: Math.ceil(width / shrink), height: Math.ceil(height / shrink), fit: "fill" });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** `size` is that of the whole picture, of which `picture` may be a smaller copy. */
async function makePreviews(
  picture: RgbImage,
  size: Level,
  part: SpherePart,
  directory: string,
): Promise<void> {
  const base = await fromRaw(picture)
    .resize({ ...BASE, fit: "fill", kernel: "mitchell" })
    .raw()
    .toBuffer();
  const small: RgbImage = { data: base, ...BASE };
  // A part of a sphere has its own proportions: its middle is cropped, not the whole of it distorted.
  await fromRaw(part.area === null ? small : picture)
    .resize({ ...THUMBNAIL, fit: part.area === null ? "fill" : "cover" })
    .webp({ quality: 70, effort: 2 })
    .toFile(join(directory, pictureFiles.thumbnail));
  await fromRaw(small).webp({ quality: 60, effort: 2 }).toFile(join(directory, pictureFiles.base));
  const view = standingPicture(picture, size, part);
  await writeFile(join(directory, pictureFiles.poster), await encodePoster(view));
  await fromRaw(view)
    .resize(cardShape)
    .webp({ quality: 60, effort: 2 })
    .toFile(join(directory, pictureFiles.card));
}

/** The default view, in the size of the poster. */
function standingPicture(picture: RgbImage, size: Level, part: SpherePart): RgbImage {
  // A blended point covers two pixels of the source: no pixel of it is skipped where the poster is coarsest.
  const shrunk = picture.width / size.width;
  const samples = Math.ceil(((part.area?.full_width ?? size.width) * shrunk) / POSTER_DENSITY / 2);
  const place = { ...part, ...size };
  return isWholeSphere(part)
    ? projectFlat(picture, POSTER, samples)
    : projectPart(picture, place, standingView(place), POSTER, samples);
}

async function encodePoster(view: RgbImage): Promise<Buffer> {
  const encode = (quality: number) => fromRaw(view).webp({ quality, effort: 2 }).toBuffer();
  const middle = await encode(POSTER_MIDDLE);
  const times = POSTER_BYTES / middle.length;
  const quality = POSTER_QUALITIES.find(([least]) => times >= least)?.[1] ?? POSTER_ROUGH;
  return quality === POSTER_MIDDLE ? middle : encode(quality);
}

/** Width of the sphere at which the middle of the poster has the sphere's own density. */
const POSTER_DENSITY = (2 * Math.PI * POSTER.height) / 2 / Math.tan((POSTER.fov / 360) * Math.PI);

/** Pictures wider than this are mostly seen on a middle level. */
const WIDE = 6000;

/**
 * JPEG rather than WebP: on the same pictures a third of the work here and half of it in the browser, for about a tenth
 * more bytes at the same fidelity; and a camera's own JPEG cut along its 8-pixel grid loses almost nothing the second
 * time. Table and quality are those at which no tiles of other formats come closer to the photo, on grass and lettering
 * too (docs/decisions/360-photos.md). Codes fitted to each tile save a twentieth of the bytes and cost half as much
 * again: too expensive for the widest.
 */
async function makeTiles(picture: Sharp, levels: readonly Level[], directory: string): Promise<void> {
  const work = join(directory, "dz");
  await mkdir(work);
  const isWide = (levels.at(-1)?.width ?? 0) >= WIDE;
  await picture
    .jpeg({ quality: 86, quantisationTable: 2, optimiseCoding: !isWide })
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
