import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** Where the tour stands on this page. It begins anew from any of them but `active`. */
export type TourState = "not started" | "active" | "complete" | "cancelled";

const state = createStore<TourState>("not started");

export const tourState = {
  get: state.get,
  begin: () => state.set("active"),
  /** However it ended, this browser does not begin it by itself again. */
  end(how: "complete" | "cancelled"): void {
    remember(storageKeys.onboarding, "true");
    state.set(how);
  },
  /** Taken away with whom it was for: nobody has seen it. */
  withdraw: () => state.set("not started"),
};

export const useTourState = () => useStore(state);

/** Whether nobody has seen the tour in this browser. */
export const isNewHere = (): boolean => recall(storageKeys.onboarding) === null;
