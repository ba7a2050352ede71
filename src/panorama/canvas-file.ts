import { PanoramaError } from "./error.ts";

/** What is on a canvas, as a file. Asked for in the same task as it was drawn: afterwards the browser may have taken it away. */
export async function fileOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (file === null) throw new PanoramaError("no-picture", "The picture could not be written.");
  return file;
}
