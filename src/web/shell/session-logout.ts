import { call, quiet } from "#web/lib/client.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Milliseconds for which nobody is kept from leaving by a server that does not answer. */
const patience = 5000;

/** Tells the server that the session is over; what does not reach it now is said again by the next page. */
export async function tellLogout(): Promise<void> {
  remember(storageKeys.logoutPending, "1");
  try {
    await call("POST /api/logout", {}, { ...quiet, signal: AbortSignal.timeout(patience) });
    remember(storageKeys.logoutPending, null);
  } catch {
    // Whoever opens the next page of this browser is signed out all the same.
  }
}

/** True when somebody has signed out here and the server may not know: it is told, and he is let in nowhere. */
export async function finishLogout(): Promise<boolean> {
  if (recall(storageKeys.logoutPending) === null) return false;
  await tellLogout();
  return true;
}
