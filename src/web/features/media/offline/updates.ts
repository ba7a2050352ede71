import { isKeptAwake } from "#web/lib/keep-awake.ts";
import type { ToWorker } from "#web/lib/worker-message.ts";

/** What is used of a registration. */
export type Registration = Pick<ServiceWorkerRegistration, "waiting" | "installing" | "addEventListener">;

/** Calls back when a new version is whole and waits, also one that has waited since before. Returns what stops it. */
export function watchUpdates(registration: Registration, onReady: () => void): () => void {
  const stop = new AbortController();
  const look = () => {
    // The first one of all replaces nothing.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) onReady();
  };
  const follow = () => {
    registration.installing?.addEventListener("statechange", look, { signal: stop.signal });
  };
  registration.addEventListener("updatefound", follow, { signal: stop.signal });
  follow();
  look();
  return () => stop.abort();
}

/** Nobody is asked while pictures travel, or in the middle of another question. */
export const isGoodMoment = (): boolean =>
  !isKeptAwake() && document.querySelector("[role=dialog], [role=alertdialog]") === null;

const longest = 4000;

/** Makes the new version the one that answers, then begins this page anew. */
export function refresh({ waiting }: Pick<Registration, "waiting">, reload = () => location.reload()): void {
  // Another tab has said yes already.
  if (waiting === null) return reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  setTimeout(reload, longest);
  waiting.postMessage({ type: "activate" } satisfies ToWorker, []);
}
