import sharp, { type Metadata } from "sharp";
import { limits } from "#contract/limits.ts";
import { serveOrders } from "./decoding-child.ts";
import type { PortraitShape } from "./portraits.ts";

/* The child process that renders portraits, brand images, snapshots and photos of info markers, forked by workers.ts. */
export interface PortraitOrder {
  readonly source: string;
  /** Path of the WebP to write. */
  readonly target: string;
  readonly shape: PortraitShape;
}

export type PortraitAnswer = "drawn" | "IMAGE_PIXELS" | "IMAGE_TYPE";

const { maxPixels } = limits.portrait;

async function draw({ source, target, shape }: PortraitOrder): Promise<PortraitAnswer> {
  // The header first, without the library's limit: a decompression bomb is refused before a pixel of it is decoded,
  // with our own error.
  const seen: Metadata = await sharp(source, { limitInputPixels: false }).metadata();
  if (seen.width * seen.height > maxPixels) return "IMAGE_PIXELS";
  if ((seen.pages ?? 1) > 1) return "IMAGE_TYPE";
  await sharp(source, {
    limitInputPixels: maxPixels,
    failOn: "error",
    sequentialRead: true,
    autoOrient: true,
  })
    .resize({
      width: shape.width,
      height: shape.height,
      fit: shape.fit,
      withoutEnlargement: shape.fit === "inside",
    })
    .toColourspace("srgb")
    .webp({ quality: 82, alphaQuality: 90, effort: 4 })
    .toFile(target);
  return "drawn";
}

serveOrders(["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadWebpFile"], draw);
