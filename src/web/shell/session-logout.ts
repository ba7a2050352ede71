import { call, quiet } from "#web/lib/client.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Milliseconds before an unresponsive server no longer delays a sign-out. */
const patience = 5000;

/** Notifies the server that the session is over; if that fails, the next page repeats it. */
export async function tellLogout(): Promise<void> {
  remember(storageKeys.logoutPending, "1");
  try {
    await call("POST /api/logout", {}, { ...quiet, signal: AbortSignal.timeout(patience) });
    remember(storageKeys.logoutPending, null);
  } catch {
    // The next page opened in this browser signs out nevertheless.
  }
}

/**
 * Returns true when a user has signed out here and the server may not know: it is notified, and the user counts as
 * signed out.
 */
export async function finishLogout(): Promise<boolean> {
  if (recall(storageKeys.logoutPending) === null) return false;
  await tellLogout();
  return true;
}
