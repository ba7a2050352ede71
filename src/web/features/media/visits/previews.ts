import { drawPreview, type Preview } from "./draw-preview.ts";
import type { PreviewAsked, PreviewDone } from "./preview.worker.ts";

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, { file: Blob; resolve: (preview: Preview) => void }>();

/** Draws a preview, off the main thread where the browser supports it; in the order of requests. */
export function makePreview(file: Blob): Promise<Preview> {
  if (typeof Worker !== "function") return drawPreview(file);
  worker ??= startWorker();
  const id = ++asked;
  return new Promise((resolve) => {
    waiting.set(id, { file, resolve });
    worker?.postMessage({ id, file } satisfies PreviewAsked, { transfer: [] });
  });
}

/** Drops all pending previews when they are no longer shown. */
export function abandonPreviews(): void {
  worker?.terminate();
  worker = undefined;
  for (const { resolve } of waiting.values()) resolve({ problem: "no-canvas" });
  waiting.clear();
}

function startWorker(): Worker {
  const started = new Worker(new URL("./preview.worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<PreviewDone>) => {
    waiting.get(data.id)?.resolve(data.preview);
    waiting.delete(data.id);
  });
  // A worker that cannot start, or that ran out of memory, must not leave a picture "checking" forever.
  started.addEventListener("error", () => {
    worker = undefined;
    started.terminate();
    for (const [id, { file, resolve }] of waiting) {
      waiting.delete(id);
      void drawPreview(file).then(resolve);
    }
  });
  return started;
}
