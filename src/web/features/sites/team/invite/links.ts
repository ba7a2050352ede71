import { createStore, useStore } from "#web/lib/store.ts";

/** Invitation links by invitation id: the server sends each only once. */
const links = createStore<ReadonlyMap<number, string>>(new Map());

export const keepLink = (id: number, link: string): void => links.set(new Map([...links.get(), [id, link]]));

export const useLinks = () => useStore(links);

/** Absolute URL of a link, to pass on. */
export const absolute = (link: string): string => new URL(link, location.origin).href;
