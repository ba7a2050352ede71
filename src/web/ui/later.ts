import { useEffect, useSyncExternalStore } from "react";

/** Something of a screen that is fetched when it is first needed, and at rest before that. */
export interface Later<T> {
  /** Undefined until it is here. */
  get(): T | undefined;
  load(): Promise<T>;
  subscribe(listener: () => void): () => void;
}

const all: Later<unknown>[] = [];
let missing: (() => void) | undefined;

/** Called when a part that somebody wants could not be fetched. */
export function whenPartIsMissing(tell: () => void): void {
  missing = tell;
}

/** Declares a part that is fetched later; a failed attempt is forgotten, so that the next one asks again. */
export function later<T>(fetchPart: () => Promise<T>): Later<T> {
  let part: T | undefined;
  let coming: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  const own: Later<T> = {
    get: () => part,
    load() {
      coming ??= fetchPart().then(
        (loaded) => {
          part = loaded;
          for (const listener of listeners) listener();
          return loaded;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  all.push(own);
  return own;
}

/** The part, once `isWanted` has been true for the first time and it has come. */
export function useLater<T>(part: Later<T>, isWanted: boolean): T | undefined {
  useEffect(() => {
    if (!isWanted) return;
    const fetchIt = () => {
      part.load().catch(() => missing?.());
    };
    fetchIt();
    // In a tunnel there is nothing to fetch: what was asked for opens when the connection is back.
    addEventListener("online", fetchIt);
    return () => removeEventListener("online", fetchIt);
  }, [part, isWanted]);
  return useSyncExternalStore(part.subscribe, part.get);
}

/** Fetches every part declared so far: for the quiet moment after a screen has been painted. */
export async function loadAllLater(): Promise<void> {
  await Promise.all(all.map((part) => part.load()));
}
