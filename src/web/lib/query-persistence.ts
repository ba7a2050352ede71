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

/** The page's first script: its name holds a hash of all it leads to. */
const build = document.querySelector("script[type=module][src]")?.getAttribute("src") ?? "";

const seen: SeenOptions = { client: queryClient, shelf, user: () => session.user()?.id, build };

/** From here on what this person sees is kept. Returns what stops it. */
export const persistQueriesHere = (): (() => void) => keepSeen(seen);

/** Brings back what this person saw and this page does not know. Where nothing can be kept there is nothing. */
export const restoreQueriesHere = (): Promise<number> => restoreSeen(seen).catch(() => 0);

/** For a page that came without the server: its screens show what was seen, and ask for nothing until there is one. */
export async function restoreWithoutConnection(): Promise<void> {
  presumeOffline();
  followConnection();
  await restoreQueriesHere();
}

/** Forgets what was kept of things that are closed to this person now. */
export async function forgetQueriesHere(isGone: (key: QueryKey, data: unknown) => boolean): Promise<void> {
  try {
    const gone = (await shelf.all()).filter(([, { key, data }]) => isGone(key, data));
    if (gone.length > 0) await shelf.remove(gone.map(([name]) => name));
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/**
 * Screens ask for data while there is a connection by our own finding; without one they wait and keep showing what
 * they have, rather than failing. The browser's own opinion is none: it calls a network without internet online.
 */
export function followConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(isOnline());
    tell();
    return onConnection(tell);
  });
}
