import { onlineManager, type QueryKey } from "@tanstack/react-query";
import { delMany, entries, setMany } from "idb-keyval";
import { isOnline, onConnection, presumeOffline } from "./connectivity.ts";
import { offlineCopies, thisBuild } from "./offline-copies.ts";
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

const seen: SeenOptions = { client: queryClient, shelf, user: () => session.user()?.id, build: thisBuild() };

/** Persists this user's queries from here on. Returns a function that stops it. */
export const persistQueriesHere = (): (() => void) => keepSeen(seen);

/** Restores what this user viewed or saved and the page does not have. Where storage is unavailable, nothing. */
export async function restoreQueriesHere(): Promise<void> {
  await restoreSeen(seen).catch(() => 0);
  const user = session.user()?.id;
  if (user === undefined) return;
  await offlineCopies.restore(queryClient, user).catch(() => undefined);
}

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
