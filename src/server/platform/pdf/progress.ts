import { open } from "node:fs/promises";

const CHUNK = 64 * 1024;

/** A file that another process writes, read while it grows. */
export function startProgress(path: string) {
  let bytes = 0;
  let isEnded = false;
  let failure: Error | undefined;
  let onLeft: (() => void) | undefined;
  let wake = () => undefined as void;
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    /** Reports the number of bytes in the file. */
    reach(written: number): void {
      bytes = written;
      wake();
    },
    end(error?: Error): void {
      if (isEnded) return;
      isEnded = true;
      failure = error;
      wake();
    },
    /** Registers a listener for a reader that leaves before the end. */
    onLeft(listener: () => void): void {
      onLeft = listener;
    },
    leave(): void {
      if (!isEnded) onLeft?.();
    },
    /** Resolves with the first bytes; throws the error that ended it before. */
    async begun(): Promise<void> {
      const isWaiting = () => bytes === 0 && !isEnded;
      while (isWaiting()) await change();
      if (failure !== undefined) throw failure;
    },
    async *follow(): AsyncGenerator<Buffer> {
      const file = await open(path, "r");
      try {
        for (let at = 0; ; ) {
          if (at < bytes) {
            const { bytesRead, buffer } = await file.read(
              Buffer.alloc(Math.min(CHUNK, bytes - at)),
              0,
              Math.min(CHUNK, bytes - at),
              at,
            );
            at += bytesRead;
            yield buffer.subarray(0, bytesRead);
          } else if (failure !== undefined) throw failure;
          else if (isEnded) return;
          else await change();
        }
      } finally {
        await file.close();
      }
    },
  };
}

export type Progress = ReturnType<typeof startProgress>;
