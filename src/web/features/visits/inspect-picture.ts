import { headerBytes, jpegSize, type PixelSize } from "./jpeg-size.ts";
import { checkDimensions, checkFile, type PictureLimits, type Refusal, refused } from "./picture-rules.ts";
import { makePreview } from "./previews.ts";

export type Inspection =
  | { readonly refusal: Refusal }
  /** `preview` is null where this browser cannot draw one; the picture is fine all the same. */
  | { readonly refusal: null; readonly size: PixelSize; readonly preview: Blob | null };

/** Every rule of a visit's picture, in the order of their cost; the server repeats them all from the bytes. */
export async function inspectPicture(file: File, limits: PictureLimits): Promise<Inspection> {
  const refusal = checkFile(file, limits);
  if (refusal !== null) return { refusal };
  const size = jpegSize(await bytesOf(file.slice(0, headerBytes)));
  if (size === null) return { refusal: refused("IMAGE_UNREADABLE") };
  const wrongSize = checkDimensions(size.width, size.height);
  if (wrongSize !== null) return { refusal: wrongSize };
  const preview = await makePreview(file);
  if ("blob" in preview) return { refusal: null, size, preview: preview.blob };
  return preview.problem === "unreadable"
    ? { refusal: refused("IMAGE_UNREADABLE") }
    : { refusal: null, size, preview: null };
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    // A file that went away between the choice and now (an unplugged camera) is unreadable.
    return new Uint8Array();
  }
}
