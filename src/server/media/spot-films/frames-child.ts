import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { forkChild } from "#server/platform/fork-child.ts";
import type { FramesOrder } from "./film-frames.ts";
import type { FramesReport } from "./frames-process.ts";

export interface FramesRun {
  readonly signal: AbortSignal;
  /** From 0 to 1, after each date. */
  readonly onProgress: (share: number) => void;
}

export interface RunningFrames {
  /** The frames one after the other, as planes of luma and colour. */
  readonly frames: Readable;
  /** Rejects when not all frames were drawn; the stream then ends early. */
  readonly ended: Promise<void>;
}

/** The drawing process holds two pictures, a projection and three frames. */
const memory = { bytes: 500e6, heapMegabytes: 128 } as const;

/** Draws frames in a child process of low priority, which ends with this process, with `signal` and with its order. */
export function startFrames(order: FramesOrder, { signal, onProgress }: FramesRun): RunningFrames {
  const child = forkChild(join(import.meta.dirname, "frames-process.ts"), {
    args: [String(memory.bytes)],
    heapMegabytes: memory.heapMegabytes,
    freesMemory: true,
    serialization: "json",
    hasOutput: true,
  });
  const end = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const frames = new PassThrough({ highWaterMark: 1 << 20 });
  // An encoder that ended early closes it; that is reported there.
  frames.on("error", () => undefined);
  child.stdout?.pipe(frames);
  const ended = new Promise<void>((resolve, reject) => {
    let isDone = false;
    let reason = "";
    child.on("message", (message) => {
      const report = message as FramesReport;
      if (report.kind === "progress") onProgress(report.share);
      else if (report.kind === "done") isDone = true;
      else ({ reason } = report);
    });
    child.once("close", (code, killed) => {
      signal.removeEventListener("abort", end);
      frames.end();
      if (isDone) resolve();
      else if (signal.aborted) reject(signal.reason);
      else reject(new Error(`frames were not drawn: ${reason || killed || code}`));
    });
    child.send(order, (error) => error !== null && end());
  });
  return { frames, ended };
}
