import { createStore, useStore } from "#web/lib/store.ts";

/** Newly created stream keys, by the channel's id: shown until the user has copied them, never stored anywhere. */
const keys = createStore<ReadonlyMap<number, string>>(new Map());

export const showKey = (id: number, key: string): void => keys.set(new Map([...keys.get(), [id, key]]));
export const hideKey = (id: number): void =>
  keys.set(new Map([...keys.get()].filter(([channel]) => channel !== id)));
export const useFreshKey = (id: number): string | undefined => useStore(keys).get(id);
