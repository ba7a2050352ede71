import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { limits } from "#contract/limits.ts";
import { pictureFiles, picturePrefix, TILE_SIZE, TILE_TYPE } from "#server/media/keys.ts";
import { isWholeSphere, projectPart } from "#server/media/sphere.ts";
import { composeTiles, levelFor } from "#server/media/view-tiles.ts";
import { renderView, type ViewDirection, wholeWindow, windowOf } from "#server/media/view-window.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import type { DrawingFiles } from "#server/platform/pdf/serve-drawings.ts";
import type { PictureLevels } from "./snag.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pictures of a report, each created on demand. Undefined for a picture that is not in the store. */
export interface Crops {
  /** The view into a room's picture, with straight lines kept straight; JPEG. */
  view(picture: PictureLevels, look: ViewDirection, size: Size): Promise<Buffer | undefined>;
  /** The part of a floor plan around a position, and that position within it (0..1). */
  plan(image: string, at: { x: number; y: number }, size: Size): Promise<PlanCrop | undefined>;
  /** A photo scaled to fit into the size. */
  photo(image: string, size: Size): Promise<(Size & { readonly jpeg: Buffer }) | undefined>;
  /** Width and height of a floor plan's picture. */
  planSize(image: string): Promise<Size | undefined>;
}

export interface PlanCrop {
  readonly jpeg: Buffer;
  readonly x: number;
  readonly y: number;
}

/** Fraction of a floor plan's width: enough around the pin for orientation. */
const PLAN_PART = 0.55;
const JPEG = { quality: 80, mozjpeg: false } as const;

type Files = DrawingFiles;

export function createCrops(archive: Files): Crops {
  const inTurn = oneAtATime();
  // A corrupt file costs its own picture, not the report.
  const made = <T>(work: () => Promise<T | undefined>) => inTurn(work).catch(() => undefined);
  const bytesOf = async (key: string) => {
    const file = await archive.keptFile(key);
    return file === null ? undefined : buffer(await file.open());
  };
  const plans = createPlans(bytesOf);
  return {
    view: (picture, look, size) => made(() => cropView(bytesOf, picture, look, size)),
    plan: (image, at, size) =>
      made(async () => {
        const plan = await plans.forCrops(image, size);
        return plan && cropPlan(plan, at, size);
      }),
    photo: (image, size) =>
      made(async () => {
        const bytes = await bytesOf(image);
        if (bytes === undefined) return undefined;
        const { data, info } = await (await open(bytes))
          .resize({ ...size, fit: "inside", withoutEnlargement: true })
          .jpeg(JPEG)
          .toBuffer({ resolveWithObject: true });
        return { jpeg: data, width: info.width, height: info.height };
      }),
    async planSize(image) {
      const bytes = await bytesOf(image);
      if (bytes === undefined) return undefined;
      const sharp = await loadSharp();
      const { width, height } = await sharp(bytes).metadata();
      return { width, height };
    },
  };
}

/** Several concurrent reports hold no more pictures than one, and leave a processor to other requests. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function cropView(
  bytesOf: (key: string) => Promise<Buffer | undefined>,
  picture: PictureLevels,
  look: ViewDirection,
  size: Size,
): Promise<Buffer | undefined> {
  const { sha256, levels } = picture;
  const isWhole = isWholeSphere(picture);
  // A tilted picture needs all tiles: its smallest level has few.
  const index = isWhole ? levelFor(levels, look, size) : 0;
  const level = levels[index];
  const own = levels.at(-1);
  if (level === undefined || own === undefined) return undefined;
  const window = isWhole ? windowOf(level, look, size, TILE_SIZE) : wholeWindow(level, TILE_SIZE);
  const data = await composeTiles(level, window, (column, row) =>
    bytesOf(`${picturePrefix(sha256)}/${pictureFiles.tiles}/${index}/${column}_${row}.${TILE_TYPE}`),
  );
  if (data === undefined) return undefined;
  const flat = isWhole
    ? await renderView({ data, level, window }, look, size, () => setImmediate())
    : projectPart({ data, ...level }, { ...picture, ...own }, look, size).data;
  const sharp = await loadSharp();
  return sharp(flat, { raw: { ...size, channels: 3 } })
    .jpeg(JPEG)
    .toBuffer();
}

/** Transparent floor plans get a paper background. */
async function open(bytes: Buffer) {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: limits.portrait.maxPixels }).flatten({ background: "#ffffff" });
}

/** A floor plan, decoded and no larger than crops of a size need. */
interface DecodedPlan extends Size {
  readonly data: Buffer;
}

/** Decoded floor plans that are kept: most snags of a page are on one of few. */
const KEPT_PLANS = 4;

/** Decodes each floor plan once, at the density of its crops: it takes as long as drawing ten snags. */
function createPlans(bytesOf: (key: string) => Promise<Buffer | undefined>) {
  const kept = new Map<string, DecodedPlan | undefined>();
  return {
    async forCrops(image: string, { width: wide, height: high }: Size): Promise<DecodedPlan | undefined> {
      const key = `${image} ${wide} ${high}`;
      const known = kept.get(key);
      if (known !== undefined || kept.has(key)) return known;
      const bytes = await bytesOf(image);
      const plan = bytes && (await decode(bytes, Math.max(wide, high) / PLAN_PART));
      kept.set(key, plan);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_PLANS && oldest !== undefined) kept.delete(oldest);
      return plan;
    },
  };
}

async function decode(bytes: Buffer, side: number): Promise<DecodedPlan> {
  const least = Math.ceil(side);
  const { data, info } = await (await open(bytes))
    // The shorter side is as dense as the crops, at most.
    .resize({ width: least, height: least, fit: "outside", withoutEnlargement: true })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function cropPlan(
  { data, width, height }: DecodedPlan,
  at: { x: number; y: number },
  size: Size,
): Promise<PlanCrop> {
  const sharp = await loadSharp();
  const ratio = size.width / size.height;
  // As wide as its part, and never wider than the floor plan.
  const wide = Math.round(
    Math.min(width, Math.max(width * PLAN_PART, height * PLAN_PART * ratio), height * ratio),
  );
  const high = Math.round(Math.min(height, wide / ratio));
  const within = (middle: number, part: number, whole: number) =>
    Math.round(Math.min(whole - part, Math.max(0, middle - part / 2)));
  const left = within(at.x * width, wide, width);
  const top = within(at.y * height, high, height);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: wide, height: high })
    .resize({ ...size, fit: "fill" })
    .jpeg({ quality: 86 })
    .toBuffer();
  return { jpeg, x: (at.x * width - left) / wide, y: (at.y * height - top) / high };
}
