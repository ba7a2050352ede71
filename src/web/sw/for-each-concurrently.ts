/** The page in the foreground may be using the same connection. */
const atOnce = 4;

/** Runs the task for each item, a few at a time. Rejects with the first failure; tasks already started continue. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const next = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
