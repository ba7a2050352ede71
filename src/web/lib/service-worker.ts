import { limits } from "#contract/limits.ts";
import type { ToWorker } from "./worker-message.ts";

const script = "/sw.js";

/**
 * Registers the service worker. Returns null where there is none: over plain HTTP, in a frame of another site, and
 * where the server has withdrawn it; an earlier one's caches are then deleted as well.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || window.self !== window.top) return null;
  try {
    if (await isTakenBack()) {
      await removeWorker();
      return null;
    }
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
      script,
      { scope: "/" },
    );
    // A browser configured to block workers resolves with nothing.
    return registration ?? null;
  } catch {
    // Without a connection, or where the browser forbids it, the page works as it is.
    return null;
  }
}

/** A server without a worker responds with 404; an empty script means the same, for servers that always return a page. */
async function isTakenBack(): Promise<boolean> {
  const { status, headers } = await fetch(script, { method: "HEAD", cache: "no-store" });
  return status === 404 || status === 410 || headers.get("content-length") === "0";
}

async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  const own = (await caches.keys()).filter((name) => name.startsWith("sitewalk-"));
  await Promise.all(own.map((name) => caches.delete(name)));
}

/** Checks for an update every hour. Returns a function that stops it. */
export function renewWorker(registration: Pick<ServiceWorkerRegistration, "update">): () => void {
  const renew = async () => {
    if (await isTakenBack()) await removeWorker();
    else await registration.update();
  };
  // A failed check is repeated in an hour.
  const timer = setInterval(() => void renew().catch(() => undefined), limits.update);
  return () => clearInterval(timer);
}

/**
 * Sends the worker the page's kind and the files it has loaded without the worker, so that they are cached too. A
 * worker that is still installing receives it as well: a visitor who leaves this page within a second still has the
 * application cached.
 */
export function tellWorker(registration: ServiceWorkerRegistration, isApplication: boolean): void {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const message: ToWorker = {
    type: "here",
    isApplication,
    language: document.documentElement.lang,
    seen: isApplication ? loaded : [location.href.replace(/[?#].*$/, ""), ...loaded],
  };
  worker?.postMessage(message, []);
}

/** For the page of a shared visit: the files it has loaded are available again without a connection. */
export async function keepVisit(): Promise<void> {
  const registration = await startWorker();
  if (registration !== null) tellWorker(registration, false);
}
