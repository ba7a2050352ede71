/** A limiter of at most `limit` tasks at once; further ones wait in order. */
export function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    // A task that ends passes its slot to the next in line; a new caller cannot take it in between.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/**
 * Runs `work` for each item, `atOnce` of them at a time. After the first failure no further item is started; the error
 * is thrown once those under way have ended, so that nothing keeps running unnoticed.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const ending = new AbortController();
  const turn = async () => {
    while (!ending.signal.aborted) {
      const next = await queue.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      turn().catch((error: unknown) => {
        ending.abort();
        throw error;
      }),
    ),
  );
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
