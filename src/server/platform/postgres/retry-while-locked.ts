import { setTimeout as sleep } from "node:timers/promises";

/** Backends of a killed server hold its shared memory for a moment; PostgreSQL refuses meanwhile, rightly. */
const HELD = /pre-existing shared memory block|lock file ".*" already exists/;
const PATIENCE_MS = 60_000;

/**
 * Tries again while the data is still held by what is left of a killed server.
 * @param attempt answers undefined on success, otherwise what the program said
 * @returns undefined on success, otherwise the words of the last try
 */
export async function retryWhileLocked(
  attempt: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const limit = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const words = await attempt();
    if (words === undefined || !HELD.test(words) || Date.now() > limit) return words;
  }
}
