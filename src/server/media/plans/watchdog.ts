import { workerData } from "node:worker_threads";

/* Ends its process when that uses too much memory, or when the parent is gone: in a thread of its own, since rendering
 * a PDF page blocks the main thread. */
const { memoryBytes, parent } = workerData as { memoryBytes: number; parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, 50);
