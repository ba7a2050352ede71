/**
 * Works on a few at a time. The first failure lets none begin after it, and is thrown once those under way have ended:
 * nobody goes on behind the back of who is told.
 */
export async function several<T>(
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
