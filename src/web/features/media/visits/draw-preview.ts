import { limits } from "#contract/limits.ts";

/** Why there is no preview: the picture cannot be decoded, or this browser cannot draw. */
export type PreviewProblem = "unreadable" | "no-canvas";

export type Preview = { readonly blob: Blob } | { readonly problem: PreviewProblem };

/**
 * Draws a picture at 300x150; the middle of one with another aspect ratio, as partial panoramas have. Runs in a worker
 * as well as on a page. The browser scales while it decodes, so the full picture never reaches script.
 */
export async function drawPreview(file: Blob): Promise<Preview> {
  if (typeof createImageBitmap !== "function") return { problem: "no-canvas" };
  const { width, height } = limits.visit.preview;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { resizeHeight: height, resizeQuality: "medium" });
  } catch {
    return { problem: "unreadable" };
  }
  try {
    const blob = await toJpeg(bitmap, width, height);
    return blob === null ? { problem: "no-canvas" } : { blob };
  } finally {
    bitmap.close();
  }
}

/** Covers the canvas: a picture that is too wide is cut at its sides, one too narrow above and below. */
function drawMiddle(
  context: Pick<CanvasDrawImage, "drawImage">,
  bitmap: ImageBitmap,
  width: number,
  height: number,
) {
  const scale = Math.max(width / bitmap.width, height / bitmap.height);
  const [across, down] = [bitmap.width * scale, bitmap.height * scale];
  context.drawImage(bitmap, (width - across) / 2, (height - down) / 2, across, down);
}

async function toJpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const look = { type: "image/jpeg", quality: 0.8 };
  if (typeof OffscreenCanvas === "function") {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) return null;
    drawMiddle(context, bitmap, width, height);
    return canvas.convertToBlob(look);
  }
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (context === null) return null;
  drawMiddle(context, bitmap, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, look.type, look.quality));
}
