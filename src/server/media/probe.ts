import { type FileHandle, open } from "node:fs/promises";
import { isWideEnough, readNorth, readSphere, type SpherePart, WHOLE_SPHERE } from "#contract/gpano.ts";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { type CapturePlace, readExif } from "./exif.ts";
import { walkJpeg } from "./jpeg-walk.ts";

/** Facts from the bytes of an accepted panorama. */
export interface PanoramaFacts extends SpherePart {
  /** Pixels as displayed, after the orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly capturedAt: Date | null;
  /** Yaw of north, -180 to 180; `null` when the camera did not write it. */
  readonly north: number | null;
  /** Location of the capture; `null` when the camera did not write it. */
  readonly place: CapturePlace | null;
}

const { image, ratioTolerance } = limits.visit;

/**
 * Decides by the bytes alone whether a file is an accepted panorama, in the order of the Add Visit rules: `FILE_EMPTY`,
 * `IMAGE_TYPE` (another known kind of picture), `IMAGE_UNREADABLE` (garbage, truncated), `IMAGE_DEPTH` (more than 8
 * bits per channel), `IMAGE_PIXELS` (above the decoding limit), `IMAGE_CMYK`, `IMAGE_RESOLUTION`, `IMAGE_RATIO`. A
 * partial panorama is judged by the sphere that it is a part of, and has to fill a view. Decodes no pixel; faults of
 * the coded data itself appear when the variants are made.
 */
export async function probePanorama(path: string, bytes: number): Promise<PanoramaFacts> {
  if (bytes === 0) throw new AppError("FILE_EMPTY");
  const file = await open(path, "r");
  try {
    return await probeOpened(file, path, bytes);
  } finally {
    await file.close();
  }
}

async function probeOpened(file: FileHandle, path: string, bytes: number): Promise<PanoramaFacts> {
  const { buffer: head } = await file.read(Buffer.alloc(32), 0, 32, 0);
  if (!isJpeg(head)) throw new AppError(isOtherPicture(head) ? "IMAGE_TYPE" : "IMAGE_UNREADABLE");
  const walk = await walkJpeg(file, bytes);
  if (!walk?.complete) throw new AppError("IMAGE_UNREADABLE");
  if (walk.precision !== 8) throw new AppError("IMAGE_DEPTH");
  if (walk.width * walk.height > image.maxPixels)
    throw new AppError("IMAGE_PIXELS", { values: { n: Math.floor(image.maxPixels / 1_000_000) } });
  // Grey or colour. CMYK comes from a print shop, not from a camera, and costs twenty times as much to rotate.
  if (walk.components !== 1 && walk.components !== 3) throw new AppError("IMAGE_CMYK");
  const { orientation, capturedAt, place } = readExif(walk.exif);
  const turned = orientation >= 5;
  const width = turned ? walk.height : walk.width;
  const height = turned ? walk.width : walk.height;
  // The packet describes the pixels as stored in the file.
  const part = orientation === 1 ? readSphere(walk.xmp, width, height) : WHOLE_SPHERE;
  checkSphere(part, width, height);
  await proveHeader(path, walk.width, walk.height);
  return { width, height, capturedAt, north: readNorth(walk.xmp), place, ...part };
}

function checkSphere({ area }: SpherePart, width: number, height: number): void {
  const whole = area === null ? { width, height } : { width: area.full_width, height: area.full_height };
  if (whole.width < image.minWidth || whole.height < image.minHeight) throw new AppError("IMAGE_RESOLUTION");
  const isSphere = area === null ? hasPanoramaRatio(width, height) : isWideEnough(area, width, height);
  if (!isSphere) throw new AppError("IMAGE_RATIO");
}

/** The decoder used later must read the same header; a difference means a forged file. */
async function proveHeader(path: string, width: number, height: number): Promise<void> {
  const sharp = await loadSharp();
  try {
    const seen = await sharp(path, { limitInputPixels: image.maxPixels }).metadata();
    if (seen.format === "jpeg" && seen.width === width && seen.height === height) return;
  } catch (error) {
    throw new AppError("IMAGE_UNREADABLE", { cause: error });
  }
  throw new AppError("IMAGE_UNREADABLE");
}

/** Width to height is 2 within the tolerance, both ends included. In integers: 0.1 has no exact float. */
export function hasPanoramaRatio(width: number, height: number): boolean {
  const tenths = Math.round(ratioTolerance * 10);
  return Math.abs(width * 10 - height * 20) <= height * tenths;
}

const isJpeg = (head: Buffer) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;

/** Pictures (and videos) of another kind: "choose another format" helps their owner, "cannot be read" does not. */
function isOtherPicture(head: Buffer): boolean {
  const text = head.toString("latin1");
  return (
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF8") ||
    text.startsWith("BM") ||
    text.startsWith("II*\0") ||
    text.startsWith("MM\0*") ||
    text.startsWith("8BPS") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    // AVIF, HEIC and MP4 share their container.
    text.slice(4, 8) === "ftyp" ||
    text.startsWith("\0\0\0\x0cJXL ") ||
    text.startsWith("\xff\x0a") ||
    text.startsWith("%PDF-") ||
    /^\s*<(?:svg|\?xml)/i.test(text)
  );
}
