import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/** Status of the tour on this page. It can be started from any of them but `active`. */
export type TourState = "not started" | "active" | "complete" | "cancelled";

const state = createStore<TourState>("not started");

export const tourState = {
  get: state.get,
  begin: () => state.set("active"),
  /** After any ending, this browser does not start it automatically any longer. */
  end(how: "complete" | "cancelled"): void {
    remember(storageKeys.onboarding, "true");
    state.set(how);
  },
  /** Withdrawn with its user: it counts as not shown. */
  withdraw: () => state.set("not started"),
};

export const useTourState = () => useStore(state);

/** Whether the tour was never shown in this browser. */
export const isNewHere = (): boolean => recall(storageKeys.onboarding) === null;
