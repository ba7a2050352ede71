import { createStore, useStore } from "#web/lib/store.ts";
import type { Act } from "./act.ts";

/**
 * The acts of the signed-in user that wait on this device, oldest first. In a module of its own: screens read it, and
 * the outbox that fills it is loaded later.
 */
export const waitingActs = createStore<readonly Act[]>([]);

export const useWaitingActs = (): readonly Act[] => useStore(waitingActs);
