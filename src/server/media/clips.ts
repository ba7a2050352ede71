import { open } from "node:fs/promises";
import { AppError } from "#server/platform/errors.ts";

/** How a clip is named in the store; by its ending it is served. */
export type ClipType = "mp4" | "webm";

/** Brands by which cameras, phones and converters name a film; pictures come in the same box under others. */
const films = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|mmp4|MSNV|dash|cmfc|f4v )$/;
const headBytes = 64;

/**
 * What a film is by its first bytes: what a name or a sender says proves nothing. Throws `IMAGE_TYPE`, the refusal
 * of every file of another kind, for what is neither MP4 nor WebM.
 */
export async function clipType(path: string): Promise<ClipType> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    if (head.slice(4, 8) === "ftyp" && films.test(head.slice(8, 12))) return "mp4";
    // Matroska is the same box; browsers play what calls itself WebM.
    if (head.startsWith("\x1a\x45\xdf\xa3") && head.includes("\x42\x82\x84webm")) return "webm";
    throw new AppError("IMAGE_TYPE");
  } finally {
    await file.close();
  }
}
