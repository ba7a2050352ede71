/** Writes down how far something is, at most once in `pause` milliseconds and one after the other. */
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
    // A step that could not be written down is no reason to stop the work: the next one says more.
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
    /** Ends it, and waits for what is being written. */
    async stop(): Promise<void> {
      isOver = true;
      clearTimeout(timer);
      await under;
    },
  };
}
