/** Counts changes, and lets callers wait for the next one. */
export function createChanges() {
  const waiters = new Set<() => void>();
  let version = 0;
  return {
    version: () => version,
    touch(): void {
      version += 1;
      for (const tell of waiters) tell();
    },
    /** Resolves at the next change, or after `ms`. */
    next: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiters.add(done);
      }),
  };
}
