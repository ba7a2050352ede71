import { copiesName, shellCache } from "#web/lib/cache-names.ts";
import { keptFiles } from "./kept-files.ts";
import { KeptResponses } from "./kept-responses.ts";
import { contentOf } from "./kind.ts";

const MiB = 1024 * 1024;

/** Prefix of all our caches; those of older workers are deleted when a new one takes over. */
const prefix = "sitewalk-";
const names = {
  files: `${prefix}files`,
  pictures: `${prefix}pictures`,
  visits: `${prefix}visits`,
  shell: shellCache,
  copies: copiesName,
} as const;

const needed = new Set([
  ...keptFiles.shell,
  ...keptFiles.viewer,
  ...Object.values(keptFiles.languages).flat(),
]);

/**
 * Pictures get a fifth of the quota the device grants this site, and at most 300 MB. WebKitGTK has no
 * `navigator.storage` in a worker.
 */
async function roomForPictures(): Promise<number> {
  const { storage }: { readonly storage?: StorageManager } = navigator;
  const { quota = 0 } = (await storage?.estimate().catch(() => undefined)) ?? {};
  return quota === 0 ? 50 * MiB : Math.min(300 * MiB, quota / 5);
}

/** Scripts, styles, fonts. Those of the previous build stay for a while: an open tab may still request them. */
export const files = new KeptResponses(names.files, {
  count: 800,
  bytes: async () => 40 * MiB,
  isNeeded: (address) => needed.has(address),
});
export const pictures = new KeptResponses(names.pictures, {
  count: 6000,
  bytes: roomForPictures,
  nameOf: contentOf,
});
/** Pages of shared visits, and the points in their rooms. */
export const visits = new KeptResponses(names.visits, { count: 300, bytes: async () => 20 * MiB });

/** Caches that the page deletes on sign-out are reset here as well. */
export function resetPersonal(): void {
  pictures.reset();
  visits.reset();
}

export async function dropStrangeCaches(): Promise<void> {
  const known: readonly string[] = Object.values(names);
  const strange = (await caches.keys()).filter((name) => name.startsWith(prefix) && !known.includes(name));
  await Promise.all(strange.map((name) => caches.delete(name)));
}
