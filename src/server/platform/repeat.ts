import type { Log } from "./log.ts";

/**
 * Repeats a task, `pause` milliseconds after it has ended, until `stop`, which waits for the current run. Errors are
 * logged, and the next run follows all the same.
 */
export function repeat(
  pause: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
): { stop(): Promise<void> } {
  const end = new AbortController();
  const run = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await task(end.signal).catch((error: unknown) =>
        log.warn({ error: String(error) }, "repeat: a run failed"),
      );
      await rest(pause, end.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      end.abort();
      await running;
    },
  };
}

const rest = (pause: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pause);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
    if (signal.aborted) resolve();
  });
