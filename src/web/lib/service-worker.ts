import { limits } from "#contract/limits.ts";
import type { ToWorker } from "./worker-message.ts";

const script = "/sw.js";

/**
 * Starts the service worker. Null where there is none: over plain http, in a page within another site's page, and
 * where the server has taken it back; then whatever an earlier one kept goes as well.
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
    // A browser that is told to block workers resolves with nothing.
    return registration ?? null;
  } catch {
    // Without a connection, or where the browser forbids it: the page works as it is.
    return null;
  }
}

/** A server without a worker says so by 404; an empty script means the same, for servers that always have a page. */
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

/** Asks every hour whether there is a new one. Returns what stops it. */
export function renewWorker(registration: Pick<ServiceWorkerRegistration, "update">): () => void {
  const renew = async () => {
    if (await isTakenBack()) await removeWorker();
    else await registration.update();
  };
  // What fails now is asked again in an hour.
  const timer = setInterval(() => void renew().catch(() => undefined), limits.update);
  return () => clearInterval(timer);
}

/**
 * Tells the worker who has it, and what this page has loaded without it, for it to be kept too. One that is still being
 * installed hears it as well: a visitor who leaves this page in a second has the application kept nevertheless.
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

/** For the page of a shared visit: what it has loaded opens again without a connection. */
export async function keepVisit(): Promise<void> {
  const registration = await startWorker();
  if (registration !== null) tellWorker(registration, false);
}
