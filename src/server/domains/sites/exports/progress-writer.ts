/** Stores progress at most once in `pause` milliseconds, one write after the other. */
export function createProgressWriter(write: (value: number) => Promise<void>, pause = 700) {
  let latest = 0;
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<void> = Promise.resolve();
  let isOver = false;
  const flush = () => {
    timer = undefined;
    const value = latest;
    written = value;
    // A failed progress write does not stop the work: the next one supersedes it.
    under = write(value).catch(() => undefined);
    void under.then(plan);
  };
  const plan = () => {
    if (isOver || timer !== undefined || latest === written) return;
    timer = setTimeout(flush, pause);
  };
  return {
    tell(value: number): void {
      latest = value;
      plan();
    },
    /** Stops, and waits for the write in progress. */
    async stop(): Promise<void> {
      isOver = true;
      clearTimeout(timer);
      await under;
    },
  };
}
