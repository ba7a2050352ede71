import type { Copied, Measured, ToWorker } from "#web/lib/worker-message.ts";
import { startedWorker } from "../started-worker.ts";

/** Milliseconds after which a batch that the worker does not answer has failed. */
const patience = 120_000;

/** Rejects with this where the browser has no service worker, as over plain HTTP. */
export class NoWorkerError extends Error {}

/** Sends the worker a message and waits for its answer. */
async function ask<T>(message: ToWorker, signal: AbortSignal): Promise<T> {
  await startedWorker();
  const registration = await inTime(navigator.serviceWorker?.ready, 10_000);
  if (registration?.active == null) throw new NoWorkerError();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const timer = setTimeout(() => reject(new Error("The worker does not answer.")), patience);
    port1.addEventListener("message", ({ data }) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(data as T);
    });
  });
  port1.start();
  registration.active.postMessage(message, [port2]);
  try {
    return await answer;
  } finally {
    port1.close();
  }
}

/** Undefined when it takes longer. */
function inTime<T>(work: Promise<T> | undefined, most: number): Promise<T | undefined> {
  return Promise.race([
    work ?? Promise.resolve(undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), most)),
  ]);
}

/** The worker's part in saving a project. */
export interface CopyWorker {
  readonly copy: (addresses: readonly string[], signal: AbortSignal) => Promise<Copied>;
  readonly measure: (addresses: readonly string[], signal: AbortSignal) => Promise<Measured>;
  readonly copyViewer: (signal: AbortSignal) => Promise<boolean>;
}

export const copyWorker: CopyWorker = {
  copy: (addresses, signal) => ask({ type: "copy", addresses }, signal),
  measure: (addresses, signal) => ask({ type: "measure", addresses }, signal),
  copyViewer: (signal) => ask({ type: "copy-viewer" }, signal),
};
