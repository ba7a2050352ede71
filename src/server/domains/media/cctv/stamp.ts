import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openTypeOf } from "#server/media/open-type.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { siteTime } from "#server/platform/site-time.ts";

const require = createRequire(import.meta.url);

/** Writes our own font into the folder, so that the result does not depend on the fonts of the machine. */
export async function writeFont(folder: string): Promise<string> {
  const packed = require.resolve("@fontsource/roboto/files/roboto-latin-500-normal.woff");
  const path = join(folder, "stamp.ttf");
  await writeFile(path, openTypeOf(await readFile(packed)));
  return path;
}

/** Date and local time at the site, in digits that read the same in every language. */
export function stampText(at: Date, zone: string): string {
  const { year, month, day, hour, minute } = siteTime(at, zone);
  return `${year}-${month}-${day}  ${hour}:${minute}${zone === "UTC" ? " UTC" : ""}`;
}

export interface Stamp {
  readonly text: string;
  readonly font: string;
}

export interface FrameOptions {
  /** Pixels, both even. */
  readonly width: number;
  readonly height: number;
  /** In the lower left corner, with the font file at this path; null for none. */
  readonly stamp: Stamp | null;
}

/** One frame of a video, a JPEG of exactly that size. Throws for a still that cannot be decoded. */
export async function frameOf(path: string, { width, height, stamp }: FrameOptions): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(path, { failOn: "error" }).resize(width, height, {
    fit: "contain",
    background: "#000",
  });
  if (stamp !== null) picture.composite([{ input: await stampOf(stamp, height), ...placeOf(height) }]);
  return picture.flatten({ background: "#000" }).jpeg({ quality: 92, chromaSubsampling: "4:2:0" }).toBuffer();
}

/** Readable on a phone as well as on a wall. */
const sizeOf = (height: number) => Math.max(12, Math.round(height / 30));

function placeOf(height: number) {
  const margin = sizeOf(height);
  return { left: margin, top: height - margin - Math.round(sizeOf(height) * 1.8) };
}

async function stampOf({ text, font }: Stamp, height: number): Promise<Buffer> {
  const size = sizeOf(height);
  const sharp = await loadSharp();
  const written = await sharp({
    text: {
      text: `<span foreground="white">${text}</span>`,
      // The comma ends the family name: the weight is a part of it here.
      font: `Roboto Medium, ${size}`,
      fontfile: font,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const box = { width: written.info.width + size * 2, height: Math.round(size * 1.8) };
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}"><rect width="100%" height="100%" rx="${size * 0.3}" fill="#000" fill-opacity="0.55"/></svg>`;
  return sharp(Buffer.from(shade))
    .composite([{ input: written.data, gravity: "centre" }])
    .png()
    .toBuffer();
}
