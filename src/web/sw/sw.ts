import type { ToWorker } from "#web/lib/worker-message.ts";
import { door, points, screen, unchanging, visit } from "./answers.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { fromServer } from "./from-server.ts";
import { pathOf } from "./kept-responses.ts";
import { isAskedAhead, kindOf } from "./kind.ts";
import { fetchShell, isShellKept, keepApplication } from "./shell.ts";
import { dropStrangeCaches, files, pictures, resetPersonal, visits } from "./stores.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * The service worker: opens without a connection what was opened with one. It keeps files, pictures, pages of shared
 * visits and one page with nobody in it; what people see of their own is kept by the page (`persisted-queries.ts`).
 */
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => event.waitUntil(obey(event.data as ToWorker)));
self.addEventListener("fetch", (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (kind === null) {
    // Nothing of ours, yet it is under way already: left alone it would be sent a second time.
    if (isAskedAhead(event.request, self.location.origin)) event.respondWith(fromServer(event));
    return;
  }
  if (kind === "file" || kind === "picture") event.respondWith(unchanging(event, kind));
  else if (kind === "visit") event.respondWith(visit(event));
  else if (kind === "points") event.respondWith(points(event));
  else event.respondWith(kind === "door" ? door(event) : screen(event));
});

/**
 * Who has the application gets the new one whole before the old one may go; for a guest at a shared visit, who may
 * never come back, nothing is fetched.
 */
async function install(): Promise<void> {
  if (await isShellKept()) await keepApplication();
}

async function takeOver(): Promise<void> {
  await dropStrangeCaches();
  await self.registration.navigationPreload?.enable();
  if (await isShellKept()) await fetchShell();
  await self.clients.claim();
}

async function obey(message: ToWorker): Promise<void> {
  if (message.type === "activate") return self.skipWaiting();
  if (message.type === "forget") return resetPersonal();
  await keepSeen(message.seen);
  if (message.isApplication) await keepApplication(message.language);
}

/** What a page had fetched before there was a worker; the browser still has it, so nothing goes over the line. */
async function keepSeen(urls: readonly string[]): Promise<void> {
  const own = urls.filter((url) => new URL(url).origin === self.location.origin).map(pathOf);
  await forEachConcurrently(own, async (address) => {
    const store = storeOf(address);
    if (store === null) return;
    // The page came before some of its pictures were ready, perhaps; all else never changes.
    if (store !== visits && (await store.has(address))) return;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) await store.keep(address, answer);
  });
}

function storeOf(address: string) {
  if (address.startsWith("/assets/")) return files;
  if (address.startsWith("/media/")) return pictures;
  return address.startsWith("/viewer/") || address.startsWith("/api/viewer-room-pois?") ? visits : null;
}
