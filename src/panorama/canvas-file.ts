import { PanoramaError } from "./error.ts";

/**
 * Returns the canvas content as a file. Must be called in the same task as the drawing: afterwards the browser may have
 * cleared it.
 */
export async function fileOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (file === null) throw new PanoramaError("no-picture", "The picture could not be written.");
  return file;
}
