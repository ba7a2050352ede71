import { copiesName } from "#web/lib/cache-names.ts";
import type { Copied, CopiedFile, Measured } from "#web/lib/worker-message.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { changesAt, contentOf } from "./kind.ts";
import { pictures, visits } from "./stores.ts";

/**
 * Files of projects that a user saved for offline use. Unlike what was merely viewed they are never removed to make
 * room for others: the page lists and removes them (`lib/offline-copies.ts`).
 */
const sizeHeader = "x-kept-bytes";

/** Incremented when the saved projects of a user are removed: what is still under way is dropped. */
let generation = 0;
export const dropCopiesUnderWay = (): void => {
  generation += 1;
};

export const findCopy = (address: string): Promise<Response | undefined> =>
  caches.match(contentOf(address), { cacheName: copiesName, ignoreVary: true });

/** Stores these files, a few at a time. A failed one does not stop the others; a full device does. */
export async function copyFiles(addresses: readonly string[]): Promise<Copied> {
  const files: CopiedFile[] = [];
  const failed: string[] = [];
  let isFull = false;
  await forEachConcurrently(addresses, async (address) => {
    if (isFull) return;
    try {
      files.push(await copyFile(address));
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") isFull = true;
      else failed.push(address);
    }
  });
  return { files, failed, isFull };
}

async function copyFile(address: string): Promise<CopiedFile> {
  const begun = generation;
  const name = contentOf(address);
  const cache = await caches.open(copiesName);
  const isFixed = !changesAt(address);
  const own = isFixed ? await knownSize(cache, name) : undefined;
  if (own !== undefined) return { name, bytes: own };
  const answer = (isFixed ? await pictures.find(address) : undefined) ?? (await fetch(address));
  if (answer.status !== 200) throw new Error(`${address} is not available.`);
  const body = await answer.arrayBuffer();
  const { headers } = answer;
  // The body is decompressed by now.
  const plain = new Headers(headers);
  plain.delete("content-encoding");
  plain.set("content-length", String(body.byteLength));
  if (begun !== generation) throw new Error("Saved projects have been removed.");
  const key = new Request(name, { headers: { [sizeHeader]: String(body.byteLength) } });
  await (await caches.open(copiesName)).put(key, new Response(body, { headers: plain }));
  return { name, bytes: body.byteLength };
}

async function knownSize(cache: Cache, name: string): Promise<number | undefined> {
  const [key] = await cache.keys(name, { ignoreVary: true });
  const bytes = Number(key?.headers.get(sizeHeader));
  return bytes > 0 ? bytes : undefined;
}

/** Asks the server for the sizes of these files, or reads those of stored ones. */
export async function measureFiles(addresses: readonly string[]): Promise<Measured> {
  const cache = await caches.open(copiesName);
  const sizes = new Map<string, number>();
  await forEachConcurrently(addresses, async (address) => {
    const known = changesAt(address) ? undefined : await knownSize(cache, contentOf(address));
    const bytes = known ?? (await sizeAtServer(address).catch(() => 0));
    if (bytes > 0) sizes.set(address, bytes);
  });
  return addresses.map((address) => sizes.get(address) ?? null);
}

async function sizeAtServer(address: string): Promise<number> {
  const { ok, headers } = await fetch(address, { method: "HEAD" });
  return ok ? Number(headers.get("content-length") ?? "") : 0;
}

/** A shared visit that the server no longer opens is removed from saved projects as well. */
export async function forgetCopies(isMeant: (address: string) => boolean): Promise<void> {
  if (!(await caches.has(copiesName))) return;
  const cache = await caches.open(copiesName);
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (isMeant(pathname + search)) await cache.delete(url, { ignoreVary: true });
  }
}

/** Addresses of the stored pages of visits. */
export async function copiedPages(): Promise<string[]> {
  if (!(await caches.has(copiesName))) return [];
  const keys = await (await caches.open(copiesName)).keys();
  return keys.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/viewer/"));
}

/** A page or points of a visit, as viewed last or as saved. */
export const findVisit = async (address: string): Promise<Response | undefined> =>
  (await visits.find(address)) ?? (await findCopy(address));

/** A picture, as viewed or as saved. */
export const findPicture = async (address: string): Promise<Response | undefined> =>
  (await pictures.find(address)) ?? (await findCopy(address));
