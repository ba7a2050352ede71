import { useLayoutEffect, useState } from "react";
import { createStore, useStore } from "./store.ts";
import { useLatest } from "./use-latest.ts";

/**
 * A resource outside React, such as a player or a connection: opened once the component is in the document, closed with
 * it. Null before, and where `open` returns null.
 */
export function useOpened<T extends { close(): void }>(open: () => T | null): T | null {
  const [store] = useState(() => createStore<T | null>(null));
  const latest = useLatest(open);
  useLayoutEffect(() => {
    const opened = latest.current();
    store.set(opened);
    return () => {
      opened?.close();
      store.set(null);
    };
  }, [store, latest]);
  return useStore(store);
}
