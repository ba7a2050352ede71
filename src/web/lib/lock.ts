import { lockNote, shellCache } from "./cache-names.ts";
import { recall, remember, storageKeys } from "./storage.ts";
import type { ToWorker } from "./worker-message.ts";

/**
 * A locked screen: its user was inactive without a connection, or left saved projects behind when a session ended. What
 * this user saw and saved stays on the device and is shown again after they sign in.
 */
export interface Lock {
  readonly user: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const key = "app-locked";

export function readLock(): Lock | null {
  try {
    const lock = JSON.parse(recall(key) ?? "null") as Lock | null;
    return typeof lock?.user === "number" && typeof lock.at === "number" ? lock : null;
  } catch {
    return null;
  }
}

/** The server has been notified that the locked user's session is over: a user who is signed in now signed in afterwards. */
export const isSessionOver = (): boolean => recall(storageKeys.logoutPending) === null;

export async function lockFor(user: number): Promise<void> {
  remember(key, JSON.stringify({ user, at: Date.now() } satisfies Lock));
  await tellWorker(true);
}

export async function unlock(): Promise<void> {
  remember(key, null);
  await tellWorker(false);
}

async function tellWorker(isLocked: boolean): Promise<void> {
  try {
    // Opening it would create it, also where the server has withdrawn the worker.
    if (!isLocked && !(await caches.has(shellCache))) return;
    const cache = await caches.open(shellCache);
    if (isLocked) await cache.put(lockNote, new Response(""));
    else await cache.delete(lockNote);
    navigator.serviceWorker.controller?.postMessage({ type: "lock" } satisfies ToWorker, []);
  } catch {
    // Without a worker nothing is served from a cache.
  }
}
