import { startWorker, tellWorker } from "#web/lib/service-worker.ts";

let started: Promise<ServiceWorkerRegistration | null> | undefined;

/** Registers the worker once a page, and has it cache the application. Null where there is none. */
export function startedWorker(): Promise<ServiceWorkerRegistration | null> {
  started ??= startWorker().then((registration) => {
    if (registration !== null) tellWorker(registration, true);
    return registration;
  });
  return started;
}
