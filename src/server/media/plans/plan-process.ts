import { join } from "node:path";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { codeOf } from "#server/platform/error-code.ts";
import { yieldToRequests } from "#server/platform/low-priority.ts";
import type { Level } from "../variants.ts";
import { drawImage, drawTiles, isMachineFault, type PlanSize, type PlanSource } from "./draw.ts";
import { type Refusal, Refused } from "./refused.ts";

/* The child process that reads one untrusted floor plan and exits: no secrets in its environment, no database, no
 * network. It may die at any moment; its parent interprets that. */
export interface PlanOrder {
  readonly source: PlanSource;
  /** An existing folder. */
  readonly directory: string;
  readonly wanted: "image" | "tiles";
}

export type PlanReport =
  | { readonly kind: "image"; readonly size: PlanSize }
  | { readonly kind: "tiles"; readonly levels: Level[] }
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly reason: string }
  /** The disk or the machine is at fault. */
  | { readonly kind: "error"; readonly reason: string; readonly code: string | undefined };

async function work({ source, directory, wanted }: PlanOrder): Promise<PlanReport> {
  try {
    return wanted === "image"
      ? { kind: "image", size: await drawImage(source, directory) }
      : { kind: "tiles", levels: await drawTiles(source, directory) };
  } catch (error) {
    if (error instanceof Refused) {
      const { cause, message } = error;
      return {
        kind: "refused",
        refusal: error.refusal,
        reason: cause instanceof Error ? cause.message : message,
      };
    }
    const reason = error instanceof Error ? error.message : String(error);
    const code = codeOf(error) || undefined;
    // A crash inside the PDF library is the file's fault, whatever its message.
    if (source.type === "pdf" && code === undefined && !isMachineFault(reason))
      return { kind: "refused", refusal: "PLAN_UNREADABLE", reason };
    return { kind: "error", reason, code };
  }
}

function start(memoryBytes: number): void {
  yieldToRequests();
  sharp.concurrency(1);
  sharp.cache(false);
  // Of all formats of the library, floor plans are only these.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegFile",
      "VipsForeignLoadPngFile",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpFile",
    ],
  });
  // In a thread of its own: rendering a page blocks this thread.
  const watchdog = new Worker(join(import.meta.dirname, "watchdog.ts"), {
    workerData: { memoryBytes, parent: process.ppid },
  });
  watchdog.unref();
  process.once("message", (order: PlanOrder) => {
    void work(order).then((report) => process.send?.(report));
  });
}

const memoryBytes = Number(process.argv[2]);
if (process.send !== undefined && memoryBytes > 0) start(memoryBytes);
