/** The page in front may be at work on the same line. */
const atOnce = 4;

/** Does the work for each item, a few at a time. Rejects with the first failure; what is under way then goes on. */
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
