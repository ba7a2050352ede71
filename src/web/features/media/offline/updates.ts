import { isKeptAwake } from "#web/lib/keep-awake.ts";
import type { ToWorker } from "#web/lib/worker-message.ts";

/** The used parts of a registration. */
export type Registration = Pick<ServiceWorkerRegistration, "waiting" | "installing" | "addEventListener">;

/**
 * Calls back when a new version is installed and waits, also one that has waited since before. Returns a function that
 * stops it.
 */
export function watchUpdates(registration: Registration, onReady: () => void): () => void {
  const stop = new AbortController();
  const look = () => {
    // The very first one replaces nothing.
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

/** No prompt during uploads, or while another dialog is open. */
export const isGoodMoment = (): boolean =>
  !isKeptAwake() && document.querySelector("[role=dialog], [role=alertdialog]") === null;

const longest = 4000;

/** Activates the new version, then reloads this page. */
export function refresh({ waiting }: Pick<Registration, "waiting">, reload = () => location.reload()): void {
  // Another tab has accepted already.
  if (waiting === null) return reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  setTimeout(reload, longest);
  waiting.postMessage({ type: "activate" } satisfies ToWorker, []);
}
