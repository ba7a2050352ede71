import { createStore, useStore } from "#web/lib/store.ts";

/** Stream keys that were just made, by the channel's number: shown until their reader has them, never kept anywhere. */
const keys = createStore<ReadonlyMap<number, string>>(new Map());

export const showKey = (id: number, key: string): void => keys.set(new Map([...keys.get(), [id, key]]));
export const hideKey = (id: number): void =>
  keys.set(new Map([...keys.get()].filter(([channel]) => channel !== id)));
export const useFreshKey = (id: number): string | undefined => useStore(keys).get(id);
