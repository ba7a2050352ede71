import { onlineManager, type QueryKey } from "@tanstack/react-query";
import { delMany, entries, setMany } from "idb-keyval";
import { isOnline, onConnection, presumeOffline } from "./connectivity.ts";
import { keepSeen, restoreSeen, type SeenOptions, type SeenShelf } from "./persisted-queries.ts";
import { persistedStore } from "./persisted-store.ts";
import { queryClient } from "./query.ts";
import { session } from "./session.ts";

const store = persistedStore();

const shelf: SeenShelf = {
  all: () => entries(store),
  put: (records) => setMany(records, store),
  remove: (names) => delMany(names, store),
};

/** The page's first script: its name contains a hash of everything it imports. */
const build = document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";

const seen: SeenOptions = { client: queryClient, shelf, user: () => session.user()?.id, build };

/** Persists this user's queries from here on. Returns a function that stops it. */
export const persistQueriesHere = (): (() => void) => keepSeen(seen);

/** Restores this user's records that the page does not have. Returns 0 where storage is unavailable. */
export const restoreQueriesHere = (): Promise<number> => restoreSeen(seen).catch(() => 0);

/**
 * For a page that loaded without the server: its screens show persisted data, and request nothing until there is a
 * connection.
 */
export async function restoreWithoutConnection(): Promise<void> {
  presumeOffline();
  followConnection();
  await restoreQueriesHere();
}

/** Forgets persisted records that this user can no longer access. */
export async function forgetQueriesHere(isGone: (key: QueryKey, data: unknown) => boolean): Promise<void> {
  try {
    const gone = (await shelf.all()).filter(([, { key, data }]) => isGone(key, data));
    if (gone.length > 0) await shelf.remove(gone.map(([name]) => name));
  } catch {
    // Without storage there is nothing to forget.
  }
}

/**
 * Queries run while our own check finds a connection; without one they pause and keep showing their data rather than
 * failing. The browser's own state is not used: it reports a network without internet as online.
 */
export function followConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(isOnline());
    tell();
    return onConnection(tell);
  });
}
