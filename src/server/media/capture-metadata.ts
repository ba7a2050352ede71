import { open } from "node:fs/promises";
import { type CapturePlace, readExif } from "./exif.ts";
import { walkJpeg } from "./jpeg-walk.ts";

/** Metadata that a camera wrote into a file. */
export interface Capture {
  readonly at: Date | null;
  readonly place: CapturePlace | null;
}

/** Reads it from a JPEG; any other or unreadable file yields no metadata. */
export async function readCapture(path: string, bytes: number): Promise<Capture> {
  const file = await open(path, "r");
  try {
    const walk = await walkJpeg(file, bytes);
    const { capturedAt, place } = readExif(walk?.exif ?? null);
    return { at: capturedAt, place };
  } finally {
    await file.close();
  }
}
