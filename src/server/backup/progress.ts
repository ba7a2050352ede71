/** Progress of a backup. */
export interface Progress {
  readonly step: "objects" | "database";
  readonly files: number;
  /** Of everything processed so far. */
  readonly bytes: number;
}

/** Adds up the progress file by file, and reports the sum each time. */
export function countProgress(onProgress: ((done: Progress) => void) | undefined) {
  const done = { files: 0, bytes: 0 };
  return (step: Progress["step"], bytes: number): void => {
    done.files += 1;
    done.bytes += bytes;
    onProgress?.({ step, ...done });
  };
}

/** Shows progress on a terminal, in one line that is updated; shows nothing without a terminal. */
export function showProgress(): { tell(text: string): void; end(): void } {
  if (!process.stdout.isTTY) return { tell: () => undefined, end: () => undefined };
  let next = 0;
  return {
    tell(text) {
      if (performance.now() < next) return;
      next = performance.now() + 100;
      process.stdout.write(`\r\u001b[K${text}`);
    },
    end: () => void process.stdout.write("\r\u001b[K"),
  };
}
