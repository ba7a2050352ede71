import { checkConnection, isOnline, onConnection } from "./connectivity.ts";

/**
 * Resolves when the connection is known to be back, and after a while in any case: only an attempt proves anything.
 * @param pauses milliseconds by the number of attempts made
 */
export function untilWorthIt(pauses: readonly number[], tried: number, signal: AbortSignal): Promise<void> {
  if (isOnline()) void checkConnection().catch(() => undefined);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, pauses[Math.min(tried, pauses.length) - 1]);
    const stop = onConnection(() => isOnline() && done());
    addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}
