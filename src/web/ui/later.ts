import { useEffect, useSyncExternalStore } from "react";
import { untilLoaded } from "#web/lib/until-loaded.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

/** A chunk of a screen that is fetched when it is first needed. */
export interface Later<T> {
  /** Undefined until it has loaded. */
  get(): T | undefined;
  load(): Promise<T>;
  subscribe(listener: () => void): () => void;
}

const all: Later<unknown>[] = [];
let missing: (() => void) | undefined;

/** Calls back when a wanted chunk failed to load. */
export function whenPartIsMissing(tell: () => void): void {
  missing = tell;
}

/** Declares a chunk that is fetched later; a failed attempt is forgotten, so that the next one fetches again. */
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

/** The chunk, once `isWanted` has been true for the first time and it has loaded. A failure is reported once. */
export function useLater<T>(part: Later<T>, isWanted: boolean): T | undefined {
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    void untilLoaded(() => part.load(), { signal: stop.signal, onFailure: () => missing?.() });
    return () => stop.abort();
  }, [part, isWanted]);
  return useSyncExternalStore(part.subscribe, part.get);
}

/** Fetches every chunk declared so far. */
export async function loadAllLater(): Promise<void> {
  await Promise.all(all.map((part) => part.load()));
}

/**
 * Fetches every chunk one after another, each while the page is idle: together they would keep a slow phone from
 * responding for a third of a second. Returns a function that stops it.
 */
export function loadAllWhenIdle(): () => void {
  // Also those that are declared meanwhile.
  const coming = all.values();
  let cancel: (() => void) | undefined;
  let isStopped = false;
  const fetchOne = async (part: Later<unknown>) => {
    try {
      await part.load();
    } catch {
      // It is fetched again when it is needed.
    }
    next();
  };
  const next = () => {
    const { value, done } = coming.next();
    if (done === true || isStopped) return;
    cancel = whenIdle(() => void fetchOne(value));
  };
  next();
  return () => {
    isStopped = true;
    cancel?.();
  };
}
