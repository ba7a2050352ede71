import { open } from "node:fs/promises";
import { type CapturePlace, type PhotoCapture, readExif, readPhotoExif } from "./exif.ts";
import { walkJpeg } from "./jpeg-walk.ts";

/** Metadata that a camera wrote into a file. */
export interface Capture {
  readonly at: Date | null;
  readonly place: CapturePlace | null;
}

/** Metadata of a photo that is no 360 photo. */
export interface CaptureOfPhoto extends PhotoCapture {
  readonly place: CapturePlace | null;
}

/** Reads it from a JPEG; any other or unreadable file yields no metadata. */
export async function readCapture(path: string, bytes: number): Promise<Capture> {
  const { capturedAt, place } = readExif(await exifOf(path, bytes));
  return { at: capturedAt, place };
}

/** The same for a photo that is no 360 photo. */
export async function readPhotoCapture(path: string, bytes: number): Promise<CaptureOfPhoto> {
  const exif = await exifOf(path, bytes);
  return { ...readPhotoExif(exif), place: readExif(exif).place };
}

async function exifOf(path: string, bytes: number): Promise<Uint8Array | null> {
  const file = await open(path, "r");
  try {
    return (await walkJpeg(file, bytes))?.exif ?? null;
  } finally {
    await file.close();
  }
}
