import { copiesName } from "#web/lib/cache-names.ts";
import type { ToWorker } from "#web/lib/worker-message.ts";
import { door, points, screen, unchanging, visit } from "./answers.ts";
import { copyFiles, dropCopiesUnderWay, measureFiles } from "./copies.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { fromServer } from "./from-server.ts";
import { pathOf } from "./kept-responses.ts";
import { crop, isAskedAhead, kindOf } from "./kind.ts";
import { isLocked, readLockAgain } from "./lock.ts";
import { fetchShell, isShellKept, keepApplication, keepViewer } from "./shell.ts";
import { dropStrangeCaches, files, pictures, resetPersonal, visits } from "./stores.ts";

declare const self: ServiceWorkerGlobalScope;

/**
 * The service worker: opens without a connection what was opened with one. It caches files, pictures, pages of shared
 * visits and one page without a user; the users' own data is stored by the page (`persisted-queries.ts`).
 */
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => event.waitUntil(obey(event.data as ToWorker, event.ports[0])));
self.addEventListener("fetch", (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (kind === null) {
    // Not one of ours, but already in flight: left alone it would be sent a second time.
    if (isAskedAhead(event.request, self.location.origin)) event.respondWith(fromServer(event));
    return;
  }
  if (kind === "file" || kind === "picture") event.respondWith(unchanging(event, kind));
  else if (kind === "visit") event.respondWith(visit(event));
  else if (kind === "points") event.respondWith(points(event));
  else event.respondWith(kind === "door" ? door(event) : screen(event));
});

/**
 * For an installed application the new build is cached completely before the old one is removed; for a guest at a
 * shared visit, who may never return, nothing is fetched.
 */
async function install(): Promise<void> {
  if (await isShellKept()) await keepApplication();
  if (await caches.has(copiesName)) await keepViewer();
}

async function takeOver(): Promise<void> {
  await dropStrangeCaches();
  await self.registration.navigationPreload?.enable();
  if (await isShellKept()) await fetchShell();
  await self.clients.claim();
}

async function obey(message: ToWorker, port: MessagePort | undefined): Promise<void> {
  if (message.type === "activate") return self.skipWaiting();
  if (message.type === "forget") {
    dropCopiesUnderWay();
    return resetPersonal();
  }
  if (message.type === "lock") return readLockAgain();
  if (message.type !== "here") {
    port?.postMessage(await answerTo(message));
    return;
  }
  await keepSeen(message.seen);
  if (message.isApplication) await keepApplication(message.language);
}

/** The answer to a message about saved projects. On a locked screen nothing is saved. */
async function answerTo(message: Extract<ToWorker, { type: "copy" | "copy-viewer" | "measure" }>) {
  if (message.type === "measure") return measureFiles(message.addresses);
  if (message.type === "copy-viewer")
    return keepViewer().then(
      () => true,
      () => false,
    );
  if (await isLocked()) return { files: [], failed: message.addresses, isFull: false };
  return copyFiles(message.addresses);
}

/** Files that a page had fetched before there was a worker; the browser still has them cached, so nothing is downloaded. */
async function keepSeen(urls: readonly string[]): Promise<void> {
  const own = urls.filter((url) => new URL(url).origin === self.location.origin).map(pathOf);
  await forEachConcurrently(own, async (address) => {
    const store = storeOf(address);
    if (store === null) return;
    // The page may have been served before some of its pictures were ready; everything else never changes.
    if (store !== visits && (await store.has(address))) return;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) await store.keep(address, answer);
  });
}

function storeOf(address: string) {
  if (address.startsWith("/assets/")) return files;
  if (address.startsWith("/media/") || crop.test(address.replace(/\?.*$/, ""))) return pictures;
  return /^\/(?:viewer\/|answer\/|api\/viewer-room-pois\?)/.test(address) ? visits : null;
}
