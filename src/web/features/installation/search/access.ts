import { createStore } from "#web/lib/store.ts";

/** The command palette is open. */
export const isPaletteOpen = createStore(false);

/** The list of keys is open. */
export const isShortcutsOpen = createStore(false);

/** Goes to the search of this page: into the box, or on a phone over the whole screen. */
export const goToSearch = createStore<(() => void) | null>(null);
