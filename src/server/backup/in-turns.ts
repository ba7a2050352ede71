/** Works through `items`, `width` at a time, in their order; the first failure ends it. */
export async function inTurns<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isFailed = false;
  const worker = async (): Promise<void> => {
    try {
      for (let next = await iterator.next(); !next.done && !isFailed; next = await iterator.next())
        await work(next.value);
    } catch (error) {
      isFailed = true;
      throw error;
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: width }, worker));
  for (const one of settled) if (one.status === "rejected") throw one.reason;
}
