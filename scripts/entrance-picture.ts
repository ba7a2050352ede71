import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

/**
 * Crops the picture of the sign-in page from the demo site: a flat view of one room, in two sizes, and the strip of it
 * that phones show above the form. Run it again after the demo site was rendered anew.
 */
const root = join(import.meta.dirname, "..");
const source = join(root, "demo/2026-02-18/05-family-lounge.jpg");
/** Degrees; `fov` is the height of the view. */
const view = { yaw: -92, pitch: 5, fov: 86 };

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * The colour at a fractional position of the sphere, blended from its four neighbours; wraps around the left and right
 * edges.
 */
function sample({ data, width, height }: Pixels, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x), Math.min(Math.max(Math.floor(y), 0), height - 2)];
  const [right, below] = [x - left, Math.min(Math.max(y - top, 0), 1)];
  const at = (column: number, row: number) =>
    data[(row * width + (((column % width) + width) % width)) * 3 + channel] ?? 0;
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return upper * (1 - below) + lower * below;
}

/** A flat view of `width` x `height` pixels into an equirectangular picture. */
export function flatView(
  sphere: Pixels,
  { yaw, pitch, fov }: typeof view,
  width: number,
  height: number,
): Pixels {
  const out = new Uint8Array(width * height * 3);
  const distance = height / 2 / Math.tan(radians(fov) / 2);
  const [turn, tilt] = [radians(yaw), radians(pitch)];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, up] = [column + 0.5 - width / 2, height / 2 - row - 0.5];
      const forward = distance * Math.cos(tilt) - up * Math.sin(tilt);
      const rise = distance * Math.sin(tilt) + up * Math.cos(tilt);
      const longitude = Math.atan2(x, forward) + turn;
      const latitude = Math.atan2(rise, Math.hypot(x, forward));
      const sphereX = (longitude / (2 * Math.PI) + 0.5) * sphere.width - 0.5;
      const sphereY = (0.5 - latitude / Math.PI) * sphere.height - 0.5;
      for (let channel = 0; channel < 3; channel += 1) {
        out[(row * width + column) * 3 + channel] = sample(sphere, sphereX, sphereY, channel);
      }
    }
  }
  return { data: out, width, height };
}

/** Writes both formats to the assets: AVIF of this quality, and WebP for browsers without AVIF. */
export async function keepPicture(picture: Sharp, name: string, quality: number): Promise<void> {
  const path = join(root, "src/web/assets", name);
  await picture.clone().avif({ quality, effort: 5 }).toFile(`${path}.avif`);
  await picture
    .clone()
    .webp({ quality: quality + 12, effort: 6 })
    .toFile(`${path}.webp`);
}

async function main(): Promise<void> {
  const { data, info } = await sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const sphere = { data, width: info.width, height: info.height };
  const sizes = { entrance: [1360, 1020], "entrance-small": [840, 560] } as const;
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const flat = flatView(sphere, view, width, height);
    const picture = sharp(flat.data, { raw: { width, height, channels: 3 } });
    await keepPicture(picture, name, 60);
    if (name === "entrance-small") {
      // As high as the strip at two pixels per CSS pixel on a phone of 412 by 823; text covers it.
      const strip = { left: 0, top: Math.round((height - 320) / 2), width, height: 320 };
      await keepPicture(picture.extract(strip), "entrance-strip", 50);
    }
  }
}

if (import.meta.main) await main();
