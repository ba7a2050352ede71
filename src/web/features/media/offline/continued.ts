import { createStore, useStore } from "#web/lib/store.ts";

const key = "offline-continued";

/** Whether somebody goes on without a connection: until there is one again, also when the page is opened anew. */
const continued = createStore(read());

export const useContinued = () => useStore(continued);

export function setContinued(isContinued: boolean): void {
  continued.set(isContinued);
  try {
    if (isContinued) sessionStorage.setItem(key, "1");
    else sessionStorage.removeItem(key);
  } catch {
    // Then it holds until this page is left.
  }
}

function read(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
