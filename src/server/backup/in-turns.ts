/** Works through `items`, `width` at a time, in their order; the first failure ends it. */
export async function inTurns<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failing = new AbortController();
  const worker = async (): Promise<void> => {
    try {
      for (
        let next = await iterator.next();
        !next.done && !failing.signal.aborted;
        next = await iterator.next()
      )
        await work(next.value);
    } catch (error) {
      failing.abort();
      throw error;
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: width }, worker));
  for (const one of settled) if (one.status === "rejected") throw one.reason;
}
