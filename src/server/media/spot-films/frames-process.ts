import { writeSync } from "node:fs";
import sharp from "sharp";
import { boundChild } from "#server/platform/bounded-child.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { drawFrames } from "./draw-frames.ts";
import type { FramesOrder } from "./film-frames.ts";

/* The child process that draws the frames of one time-lapse to its standard output, forked by frames-child.ts. It reads
 * files that this product made itself, and decodes nothing else. */
export type FramesReport =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string };

if (boundChild() !== undefined) {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadWebpFile"] });
  const report = (message: FramesReport) =>
    new Promise<void>((resolve) => process.send?.(message, () => resolve()) ?? resolve());
  process.once("message", (order) => void serve(order as FramesOrder).then(() => process.exit(0)));

  async function serve(order: FramesOrder): Promise<void> {
    try {
      await drawFrames(order, {
        write: writeWhole,
        progress: (share) => void report({ kind: "progress", share }),
        collect,
      });
      await report({ kind: "done" });
    } catch (error) {
      await report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Frees pixels at once: the engine counts them late, and up to 200 MB of them would wait. */
const collect = (): void => {
  globalThis.gc?.();
};

/** Waits for the reader: no more than one frame is in memory. */
function writeWhole(frame: Uint8Array): void {
  for (let at = 0; at < frame.length; ) {
    try {
      at += writeSync(1, frame, at);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      // The reader is slower than the drawing: a pause costs nothing.
      Atomics.wait(pause, 0, 0, 2);
    }
  }
}
const pause = new Int32Array(new SharedArrayBuffer(4));
