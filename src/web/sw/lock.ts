import { lockNote, shellCache } from "#web/lib/cache-names.ts";

let locked: Promise<boolean> | undefined;

/**
 * Whether the screen is locked: then nothing that a user viewed or saved leaves the caches. Written by the page into a
 * cache, because a worker cannot read its storage.
 */
export function isLocked(): Promise<boolean> {
  locked ??= caches
    .match(lockNote, { cacheName: shellCache })
    .then((note) => note !== undefined)
    .catch(() => false);
  return locked;
}

/** The page has locked or unlocked. */
export function readLockAgain(): void {
  locked = undefined;
}
