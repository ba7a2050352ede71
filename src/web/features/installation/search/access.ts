import { createStore } from "#web/lib/store.ts";

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false);

/** Whether the list of keyboard shortcuts is open. */
export const isShortcutsOpen = createStore(false);

/** Moves to the search of this page: focuses the box, or on a phone opens it over the whole screen. */
export const goToSearch = createStore<(() => void) | null>(null);
