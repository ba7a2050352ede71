import { createStore, useStore } from "./store.ts";

export interface CreateRequest {
  /** Which dialog, by its id in the table of create actions. */
  id: string;
  /** The project it starts with. */
  projectId?: number;
}

const open = createStore<CreateRequest | null>(null);

/** Opens a dialog of the create menu from anywhere: an empty list, a page of a project. */
export const openCreate = (request: CreateRequest) => open.set(request);
export const closeCreate = () => open.set(null);
export const useOpenCreate = () => useStore(open);
