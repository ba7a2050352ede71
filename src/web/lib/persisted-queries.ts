import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";

/** One server response as one user saw it. */
export interface SeenRecord {
  /** The owner: no other user is ever shown it. */
  readonly user: number;
  /** The build that made the request; another build may read responses differently. */
  readonly build: string;
  readonly key: QueryKey;
  readonly data: unknown;
  /** When the server sent it, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** Storage of records by name: IndexedDB in a browser. */
export interface SeenShelf {
  all(): Promise<[string, SeenRecord][]>;
  put(records: [string, SeenRecord][]): Promise<void>;
  remove(names: string[]): Promise<void>;
}

const { days, records: most, bytes: mostBytes, recordBytes } = limits.seen;
const week = days * 86_400_000;

/** Not persisted: account security data, data that only super admins see, and typed search texts. */
const unkept = new Set(["security", "sessions", "settings", "setup", "search"]);

export const isKept = (key: QueryKey): boolean => typeof key[0] === "string" && !unkept.has(key[0]);

export interface SeenOptions {
  readonly client: QueryClient;
  readonly shelf: SeenShelf;
  /** The signed-in user at this moment; undefined when signed out. */
  readonly user: () => number | undefined;
  readonly build: string;
  /** Milliseconds during which changes are batched. */
  readonly pause?: number;
}

/**
 * Writes every response that screens receive to the store, under the user who is signed in at the time of writing.
 * Returns a function that stops it; anything not yet written is dropped.
 */
export function keepSeen({ client, shelf, user, build, pause = 500 }: SeenOptions): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const owner = user();
  const cache = client.getQueryCache();
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const queries = [...changed].map((hash) => cache.get(hash));
    changed.clear();
    // Signed out, or another user by now: none of this belongs to them.
    if (owner === undefined || user() !== owner) return;
    const fresh = queries.flatMap((query) => (query === undefined ? [] : recordOf(query, owner, build)));
    if (fresh.length === 0) return;
    await shelf.put(fresh);
    await tidy(shelf, owner);
  };
  const note = (query: Query) => {
    if (query.state.status !== "success" || !isKept(query.queryKey)) return;
    // Restored from a saved project, which has its own store.
    if (query.meta?.["isCopy"] === true) return;
    changed.add(query.queryHash);
    timer ??= setTimeout(save, pause);
  };
  const save = () => void write().catch(() => undefined);
  // A phone may discard the page as soon as it is hidden.
  document.addEventListener("visibilitychange", save);
  for (const query of cache.getAll()) note(query);
  const stop = cache.subscribe(({ type, query }) => {
    if (type === "updated") note(query);
  });
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", save);
  };
}

function recordOf(query: Query, user: number, build: string): [string, SeenRecord][] {
  const { data, dataUpdatedAt: at } = query.state;
  const bytes = JSON.stringify(data)?.length ?? 0;
  if (bytes === 0 || bytes > recordBytes) return [];
  return [[`${user} ${query.queryHash}`, { user, build, key: query.queryKey, data, at, bytes }]];
}

/** Removes expired records, those of another user, and the oldest ones beyond the limits. */
async function tidy(shelf: SeenShelf, owner: number): Promise<void> {
  const newest = (await shelf.all()).toSorted(([, a], [, b]) => b.at - a.at);
  let bytes = 0;
  let count = 0;
  const gone = newest.filter(([, record]) => {
    if (record.user !== owner || Date.now() - record.at > week) return true;
    bytes += record.bytes;
    count += 1;
    return bytes > mostBytes || count > most;
  });
  if (gone.length > 0) await shelf.remove(gone.map(([name]) => name));
}

/**
 * Restores this user's records into the cache where it holds nothing newer, and keeps them there until the page closes:
 * without a connection they cannot be loaded again. Returns the number of restored records.
 */
export async function restoreSeen({ client, shelf, user, build }: SeenOptions): Promise<number> {
  const owner = user();
  if (owner === undefined) return 0;
  const records = await inTime(shelf.all());
  // The signed-in user may have changed during the read.
  if (user() !== owner) return 0;
  holdOn(client);
  const own = records.filter(
    ([, record]) => record.user === owner && record.build === build && Date.now() - record.at <= week,
  );
  const cache = client.getQueryCache();
  const missing = own.map(([, record]) => record).filter(({ key }) => client.getQueryData(key) === undefined);
  for (const { key, data, at } of missing) {
    cache.build(client, { queryKey: [...key], gcTime: week }).setData(data, { updatedAt: at, manual: true });
  }
  return missing.length;
}

/** The page must not wait indefinitely for a database that another page locks. */
function inTime<T>(reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The shelf does not answer.")),
      limits.connectivity.patience,
    );
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Entries that are in the cache but on no screen would be garbage-collected after some minutes. */
function holdOn(client: QueryClient): void {
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) {
    const { queryKey, state } = query;
    if (query.isActive()) query.setOptions({ ...query.options, gcTime: week });
    else if (state.status === "success") {
      cache.remove(query);
      cache.build(client, { queryKey, gcTime: week }, { ...state, fetchStatus: "idle" });
    }
  }
}
