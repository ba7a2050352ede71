import { useSyncExternalStore } from "react";

/** One value outside React that components can subscribe to. Small on purpose: server data is in the query cache. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** For code outside components: calls now and after every change, until the signal aborts. */
export function watch<T>(
  store: Pick<Store<T>, "get" | "subscribe">,
  signal: AbortSignal,
  react: (value: T) => void,
): void {
  if (signal.aborted) return;
  const stop = store.subscribe(() => react(store.get()));
  signal.addEventListener("abort", stop, { once: true });
  react(store.get());
}
