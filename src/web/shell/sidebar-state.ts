import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** On wide screens the sidebar is expanded or collapsed to icons, which is stored; on phones it is open or absent. */
const isCollapsed = createStore(recall(storageKeys.sidebar) === "collapsed");
const isDrawerOpen = createStore(false);

export function toggleCollapsed(): void {
  const next = !isCollapsed.get();
  remember(storageKeys.sidebar, next ? "collapsed" : "expanded");
  isCollapsed.set(next);
}

export const setDrawerOpen = isDrawerOpen.set;
export const useIsCollapsed = () => useStore(isCollapsed);
export const useIsDrawerOpen = () => useStore(isDrawerOpen);
