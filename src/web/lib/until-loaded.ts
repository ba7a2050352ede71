/** Milliseconds until a failed attempt is repeated. */
const AGAIN = 5000;

export interface LoadOptions {
  /** Ends the attempts; only one under way may still succeed. */
  readonly signal?: AbortSignal;
  /** Called after the first failed attempt. */
  readonly onFailure?: () => void;
}

/**
 * Loads a chunk, with as many attempts as it takes: every five seconds, and at once when the browser is online again. A
 * weak network loses a file without the browser ever being offline.
 */
export function untilLoaded<T>(load: () => Promise<T>, { signal, onFailure }: LoadOptions = {}): Promise<T> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const attempt = () => {
      end();
      load().then(resolve, () => {
        if (signal?.aborted === true) return;
        if (isFirst) onFailure?.();
        isFirst = false;
        timer = setTimeout(attempt, AGAIN);
        addEventListener("online", attempt);
      });
    };
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", attempt);
    };
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted !== true) attempt();
  });
}
