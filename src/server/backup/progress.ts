/** How far a backup is. */
export interface Progress {
  readonly step: "objects" | "database";
  readonly files: number;
  /** Of everything looked at. */
  readonly bytes: number;
}

/** Adds up what is done file by file, and tells the sum each time. */
export function countProgress(onProgress: ((done: Progress) => void) | undefined) {
  const done = { files: 0, bytes: 0 };
  return (step: Progress["step"], bytes: number): void => {
    done.files += 1;
    done.bytes += bytes;
    onProgress?.({ step, ...done });
  };
}

/** How far it is, on a terminal, in one line that changes; nothing where nobody looks. */
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
