import { yieldToRequests } from "./low-priority.ts";

/** The signal with which a child that exceeds its memory limit ends itself. */
export const OVER_MEMORY = "SIGUSR2";

const MEMORY_CHECK_MS = 50;

/**
 * Makes this process a child that may die at any moment: at low priority, within a bound on resident memory (its first
 * argument, in bytes), and never longer than the process that forked it. Returns the bound; undefined when this process
 * was not forked.
 */
export function boundChild(): number | undefined {
  const memoryBytes = Number(process.argv[2]);
  if (process.send === undefined || !(memoryBytes > 0)) return undefined;
  yieldToRequests();
  // The end of the parent ends this process. Signals work even in the middle of a decode: exit() would wait for its
  // thread.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const check = () => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, OVER_MEMORY);
  };
  // Its first order may take less than one interval.
  check();
  setInterval(check, MEMORY_CHECK_MS);
  return memoryBytes;
}
