import { open } from "node:fs/promises";
import { AppError } from "#server/platform/errors.ts";

/** Type of a clip in the store; the extension selects its content type. */
export type ClipType = "mp4" | "webm";

/** Brands by which cameras, phones and converters mark a video; pictures use the same container with others. */
const films = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|mmp4|MSNV|dash|cmfc|f4v )$/;
const headBytes = 64;

/**
 * Detects the type of a video from its first bytes: a name or a sender's claim proves nothing. Throws `IMAGE_TYPE`, the
 * error for every file of another kind, for a file that is neither MP4 nor WebM.
 */
export async function clipType(path: string): Promise<ClipType> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    if (head.slice(4, 8) === "ftyp" && films.test(head.slice(8, 12))) return "mp4";
    // Matroska uses the same container; browsers play the files marked as WebM.
    if (head.startsWith("\x1a\x45\xdf\xa3") && head.includes("\x42\x82\x84webm")) return "webm";
    throw new AppError("IMAGE_TYPE");
  } finally {
    await file.close();
  }
}
