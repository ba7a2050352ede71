import { createStore, useStore } from "./store.ts";

/** What somebody set out to create. Its modal lies over whatever screen he is on. */
export type Creation =
  | { readonly kind: "project" }
  | { readonly kind: "visit"; readonly id_project?: number };

const current = createStore<Creation | null>(null);

/** Opens the modal of a creation from anywhere: the create menu, an empty state, a project's page. */
export const startCreation = (creation: Creation): void => current.set(creation);
export const endCreation = (): void => current.set(null);
export const useCreation = () => useStore(current);
