import { createStore, useStore } from "#web/lib/store.ts";

const key = "offline-continued";

/** Whether the user continues without a connection: until there is one again, also after a reload. */
const continued = createStore(read());

export const useContinued = () => useStore(continued);

export function setContinued(isContinued: boolean): void {
  continued.set(isContinued);
  try {
    if (isContinued) sessionStorage.setItem(key, "1");
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage it holds until this page is left.
  }
}

function read(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
