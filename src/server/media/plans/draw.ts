import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp, type WebpOptions } from "sharp";
import { limits } from "#contract/limits.ts";
import type { Level } from "../variants.ts";
import { openPdf, type PdfPage } from "./pdf.ts";
import { PLAN_IMAGE, PLAN_TILE, type PlanType, planFiles, planLevels } from "./plan-files.ts";
import { Refused } from "./refused.ts";

export interface PlanSource {
  readonly path: string;
  readonly type: PlanType;
  readonly page: number;
}

/** The full size of a floor plan, in pixels. */
export interface PlanSize {
  readonly width: number;
  readonly height: number;
}

/** Writes `image.webp`, at most 4096 pixels long, into an existing folder. Throws `Refused` when the file is at fault. */
export async function drawImage(source: PlanSource, directory: string): Promise<PlanSize> {
  const picture = await openPlan(source);
  const { width, height } = picture;
  const small = (await picture.pixels(PLAN_IMAGE))
    .resize({ width: PLAN_IMAGE, height: PLAN_IMAGE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 85, effort: 4 });
  await reading(small.toFile(join(directory, planFiles.image)));
  return { width, height };
}

/** Writes the pyramid, `t/<level>/<col>_<row>.webp`, into an existing folder. */
export async function drawTiles(source: PlanSource, directory: string): Promise<Level[]> {
  const picture = await openPlan(source);
  const { width, height } = picture;
  const levels = planLevels(width, height);
  const work = join(directory, "dz");
  await mkdir(work);
  const pixels = await picture.pixels(limits.sheet.pixels);
  await reading(
    pixels
      .webp(await crispest(pixels, picture))
      .tile({ size: PLAN_TILE, overlap: 0, layout: "dz", depth: "onetile" })
      .toFile(join(work, "all.dz")),
  );
  const files = join(work, "all_files");
  const made = (await readdir(files)).filter((name) => /^\d+$/.test(name)).map(Number);
  const top = Math.max(...made);
  await mkdir(join(directory, planFiles.tiles));
  for (const index of levels.keys())
    await rename(
      join(files, String(top - levels.length + 1 + index)),
      join(directory, planFiles.tiles, String(index)),
    );
  await rm(work, { recursive: true });
  return levels;
}

interface Picture extends PlanSize {
  /** Upright, in sRGB, on a white background; at least `longest` pixels long where the floor plan has as many. */
  pixels(longest: number): Promise<Sharp>;
}

async function openPlan({ path, type, page }: PlanSource): Promise<Picture> {
  if (type === "pdf") return fromPdf(await openPdf(path, page));
  if (page !== 1) throw new Refused("PAGE");
  return fromPicture(path);
}

function fromPdf({ width, height, draw }: PdfPage): Picture {
  return {
    width,
    height,
    pixels: async (longest) => {
      const { data, ...size } = draw(longest);
      return sharp(data, { raw: { ...size, channels: 3 }, limitInputPixels: limits.sheet.maxPixels });
    },
  };
}

async function fromPicture(path: string): Promise<Picture> {
  // No limit here: a decompression bomb gets our own error, before a pixel of it is decoded.
  const seen = await reading(sharp(path, { limitInputPixels: false }).metadata());
  if (seen.width * seen.height > limits.sheet.maxPixels) throw new Refused("IMAGE_PIXELS");
  if ((seen.pages ?? 1) > 1) throw new Refused("PLAN_TYPE");
  const open = () =>
    sharp(path, {
      limitInputPixels: limits.sheet.maxPixels,
      failOn: "error",
      sequentialRead: true,
      autoOrient: true,
    })
      .flatten({ background: "#fff" })
      .toColourspace("srgb");
  const { autoOrient } = seen;
  return { width: autoOrient.width, height: autoOrient.height, pixels: async () => open() };
}

/** Lines stay exact unless that costs too much, as with scans and photographs, whose noise is irrelevant. */
const exact: WebpOptions = { nearLossless: true, quality: 60, effort: 2 };
const good: WebpOptions = { quality: 88, effort: 2, smartSubsample: true };
/** Factor by which an exact sample may be larger. */
const WORTH = 1.6;

async function crispest(pixels: Sharp, { width, height }: PlanSize): Promise<WebpOptions> {
  const size = { width: Math.min(width, 1024), height: Math.min(height, 1024) };
  const sample = await reading(
    pixels
      .clone()
      .extract({
        ...size,
        left: Math.floor((width - size.width) / 2),
        top: Math.floor((height - size.height) / 2),
      })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  const weigh = async (options: WebpOptions) => (await sharp(sample).webp(options).toBuffer()).length;
  const [least, most] = [await weigh(good), await weigh(exact)];
  return most <= least * WORTH ? exact : good;
}

/**
 * The library distinguishes its errors by message only: an error that is not about writing or space is about the
 * picture.
 */
export const isMachineFault = (reason: string): boolean =>
  /no space|write|unable to (?:open|create)|enospc|memory|mkdir/i.test(reason);

async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isMachineFault(reason)) throw error;
    throw new Refused("PLAN_UNREADABLE", { cause: error });
  }
}
