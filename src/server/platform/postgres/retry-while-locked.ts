import { setTimeout as sleep } from "node:timers/promises";

/** Backends of a killed server hold its shared memory for a moment; PostgreSQL correctly refuses meanwhile. */
const HELD = /pre-existing shared memory block|lock file ".*" already exists/;
const PATIENCE_MS = 60_000;

/**
 * Retries while the data is still held by remains of a killed server.
 * @param attempt returns undefined on success, otherwise the program's output
 * @returns undefined on success, otherwise the output of the last attempt
 */
export async function retryWhileLocked(
  attempt: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const limit = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const words = await attempt();
    if (words === undefined || !HELD.test(words) || Date.now() > limit) return words;
  }
}
