import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { PanoramaSource } from "#panorama/source.ts";

export interface PyramidOptions {
  /** Output folder; created when missing. */
  readonly folder: string;
  /** Prefix of the URLs in the source. */
  readonly url: string;
  readonly tileSize?: number;
  /** WebP quality of the tiles. */
  readonly quality?: number;
}

/** Levels are halved as long as they are at least this wide. */
const NARROWEST = 1900;

/** Writes the pyramid of an equirectangular picture in the engine's format, from one decode. */
export async function makePyramid(
  picture: string | Buffer,
  { folder, url, tileSize = 512, quality = 80 }: PyramidOptions,
): Promise<PanoramaSource> {
  const { data, info } = await sharp(picture, { limitInputPixels: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  await mkdir(folder, { recursive: true });
  const sizes = [{ width: info.width, height: info.height }];
  for (let [size] = sizes; size && size.width / 2 >= NARROWEST; size = sizes[0]) {
    sizes.unshift({ width: Math.round(size.width / 2), height: Math.round(size.height / 2) });
  }
  for (const [level, size] of sizes.entries()) {
    const resized =
      size.width === info.width
        ? data
        : await sharp(data, { raw }).resize(size.width, size.height).raw().toBuffer();
    await cutTiles(
      resized,
      size,
      (col, row) => join(folder, `${level}-${col}-${row}.webp`),
      tileSize,
      quality,
    );
  }
  const base = await sharp(data, { raw }).resize(1024, 512, { fit: "fill" }).webp({ quality: 60 }).toBuffer();
  await writeFile(join(folder, "base.webp"), base);
  return {
    width: info.width,
    height: info.height,
    tileSize,
    levels: sizes,
    tiles: `${url}/{level}-{col}-{row}.webp`,
    base: `${url}/base.webp`,
  };
}

async function cutTiles(
  pixels: Buffer,
  { width, height }: { width: number; height: number },
  fileOf: (col: number, row: number) => string,
  tileSize: number,
  quality: number,
): Promise<void> {
  const raw = { width, height, channels: 3 as const };
  for (let row = 0; row * tileSize < height; row++) {
    for (let col = 0; col * tileSize < width; col++) {
      const part = {
        left: col * tileSize,
        top: row * tileSize,
        width: Math.min(tileSize, width - col * tileSize),
        height: Math.min(tileSize, height - row * tileSize),
      };
      await sharp(pixels, { raw }).extract(part).webp({ quality }).toFile(fileOf(col, row));
    }
  }
}
