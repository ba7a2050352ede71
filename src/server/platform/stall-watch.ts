import { Worker } from "node:worker_threads";

export interface StallLimits {
  /** Milliseconds without a turn of the event loop after which that is said. */
  readonly told: number;
  /** Milliseconds after which the process is ended, so that whoever supervises it starts another one. */
  readonly end: number;
  /** Milliseconds between two signs of life. */
  readonly every?: number;
}

/**
 * Nothing else notices a process that stands still: it answers nobody, holds its connections, and is not dead. A thread
 * counts its signs of life. It counts its own turns and no clock, so that a machine that slept is no stall.
 * Returns what ends the watch.
 */
export function watchForStalls(limits: StallLimits): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const { every = 500 } = limits;
  const worker = new Worker(new URL("stall-watcher.ts", import.meta.url), {
    workerData: { beats, every, ...limits },
  });
  worker.unref();
  const timer = setInterval(() => void Atomics.add(beats, 0, 1), every).unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}
