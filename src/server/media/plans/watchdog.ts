import { workerData } from "node:worker_threads";

/*
 * Ends the process that it lives in when it holds too much memory, or when the one that started it is gone: from a
 * thread of its own, since a PDF page that is drawn lets the first thread do nothing else.
 */
const { memoryBytes, parent } = workerData as { memoryBytes: number; parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, 50);
