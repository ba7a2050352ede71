import type { UseStore } from "idb-keyval";
import { seenDatabase } from "./storage.ts";

const table = "records";

/**
 * The store of persisted queries, for idb-keyval. The library's own way of opening blocks deletion of the database as
 * long as any tab is open; this one closes on request and reopens when needed.
 */
export function persistedStore(): UseStore {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(seenDatabase);
      request.addEventListener("upgradeneeded", () => request.result.createObjectStore(table));
      request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
      request.addEventListener("success", () => {
        const database = request.result;
        const letGo = () => {
          opened = undefined;
          database.close();
        };
        database.addEventListener("versionchange", letGo);
        database.addEventListener("close", letGo);
        resolve(database);
      });
    });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return async (mode, use) => {
    await whenHere;
    const transaction = (await open()).transaction(table, mode);
    running.add(transaction);
    for (const end of ["complete", "abort", "error"])
      transaction.addEventListener(end, () => running.delete(transaction));
    return use(transaction.objectStore(table));
  };
}

const running = new Set<IDBTransaction>();
let whenHere = Promise.resolve();

/* WebKit freezes a page for the back/forward cache with its transactions open, and the next page waits for them in
 * vain: open transactions are aborted, and those begun afterwards wait until the page is back. */
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) return;
  whenHere = new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
  for (const transaction of running) transaction.abort();
});
