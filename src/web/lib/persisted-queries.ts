import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";

/** One answer of the server as one person saw it. */
export interface SeenRecord {
  /** Whose it is: nobody else is ever shown it. */
  readonly user: number;
  /** The program that asked; another one may read answers differently. */
  readonly build: string;
  readonly key: QueryKey;
  readonly data: unknown;
  /** When the server gave it, milliseconds. */
  readonly at: number;
  readonly bytes: number;
}

/** Where records lie, by a name: IndexedDB in a browser. */
export interface SeenShelf {
  all(): Promise<[string, SeenRecord][]>;
  put(records: [string, SeenRecord][]): Promise<void>;
  remove(names: string[]): Promise<void>;
}

const { days, records: most, bytes: mostBytes, recordBytes } = limits.seen;
const week = days * 86_400_000;

/** Not kept: what protects an account, what only super admins see, and what was typed to look for something. */
const unkept = new Set(["security", "sessions", "settings", "setup", "search"]);

export const isKept = (key: QueryKey): boolean => typeof key[0] === "string" && !unkept.has(key[0]);

export interface SeenOptions {
  readonly client: QueryClient;
  readonly shelf: SeenShelf;
  /** Who is signed in at this moment; undefined for nobody. */
  readonly user: () => number | undefined;
  readonly build: string;
  /** Milliseconds in which changes are gathered. */
  readonly pause?: number;
}

/**
 * Writes every answer that screens get to the shelf, under the name of who is signed in when it is written. Returns
 * what stops it; what has not been written then is not.
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
    // Signed out, or another person by now: nothing of this belongs to him.
    if (owner === undefined || user() !== owner) return;
    const fresh = queries.flatMap((query) => (query === undefined ? [] : recordOf(query, owner, build)));
    if (fresh.length === 0) return;
    await shelf.put(fresh);
    await tidy(shelf, owner);
  };
  const note = (query: Query) => {
    if (query.state.status !== "success" || !isKept(query.queryKey)) return;
    changed.add(query.queryHash);
    timer ??= setTimeout(save, pause);
  };
  const save = () => void write().catch(() => undefined);
  // A phone may take the page away as soon as nobody looks at it.
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

/** Removes what is too old, what another person left, and the oldest of what is too much. */
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
 * Puts what this person saw into the cache, where nothing newer is, and keeps it there until the page goes: without a
 * connection it cannot be had again. Returns how many.
 */
export async function restoreSeen({ client, shelf, user, build }: SeenOptions): Promise<number> {
  const owner = user();
  if (owner === undefined) return 0;
  const records = await inTime(shelf.all());
  // Who is signed in may have changed while it was read.
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

/** The page must not wait for good for a database that another one holds. */
function inTime<T>(reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The shelf does not answer.")),
      limits.connectivity.patience,
    );
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What is in the cache already, but on no screen, would be forgotten after some minutes. */
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
