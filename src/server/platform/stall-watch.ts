import { Worker } from "node:worker_threads";

export interface StallLimits {
  /** Milliseconds without a turn of the event loop after which a stall is reported. */
  readonly told: number;
  /** Milliseconds after which the process is ended, so that its supervisor starts another one. */
  readonly end: number;
  /** Milliseconds between two heartbeats. */
  readonly every?: number;
}

/**
 * Nothing else notices a stalled process: it answers no calls, holds its connections, and is not dead. A thread counts
 * its heartbeats. It counts its own turns and uses no clock, so that a machine that slept is no stall. Returns a
 * function that ends the watch.
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
