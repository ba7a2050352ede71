import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "#server/platform/errors.ts";
import { exportSchedule } from "./export.ts";
import { readSchedule } from "./mspdi/read.ts";
import { bytesOf, textOf } from "./mspdi/text.ts";
import { bufferOf, type ThreadOrder, type ThreadReport } from "./threads.ts";

/* The thread that reads or writes one schedule and exits; see `threads.ts`. */

function work(order: ThreadOrder): ThreadReport {
  try {
    const bytes = bufferOf(order.bytes);
    const text = textOf(bytes);
    return order.kind === "read"
      ? { kind: "read", schedule: readSchedule(text) }
      : { kind: "written", bytes: bytesOf(exportSchedule(text, order.facts), bytes) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "refused", refusal: error.code, values: error.values };
  }
}

// The rule is about windows; this is a thread.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(work(workerData as ThreadOrder));
