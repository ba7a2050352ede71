import type { UseStore } from "idb-keyval";
import { seenDatabase } from "./storage.ts";

const table = "records";

/**
 * The table of what was seen, for idb-keyval. Its own way of opening keeps the database from being deleted as long as
 * any tab is open; this one lets go as soon as somebody wants that, and opens it anew when it is needed again.
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

/*
 * WebKit sets a page aside for Back with its transactions open, and the next page waits for them in vain: what is open
 * then is given up, and what is begun after that waits until the page is back.
 */
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) return;
  whenHere = new Promise((resolve) => addEventListener("pageshow", () => resolve(), { once: true }));
  for (const transaction of running) transaction.abort();
});
