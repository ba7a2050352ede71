import { createStore, useStore } from "#web/lib/store.ts";

/** Links of invitations that this page was given, by their numbers: the server tells each but once. */
const links = createStore<ReadonlyMap<number, string>>(new Map());

export const keepLink = (id: number, link: string): void => links.set(new Map([...links.get(), [id, link]]));

export const useLinks = () => useStore(links);

/** To be handed over, so with the name of the site. */
export const absolute = (link: string): string => new URL(link, location.origin).href;
