import { call, quiet } from "#web/lib/client.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Milliseconds before an unresponsive server no longer delays a sign-out. */
const patience = 5000;

/** Notifies the server that the session is over; if that fails, the next page repeats it. */
export async function tellLogout(): Promise<void> {
  remember(storageKeys.logoutPending, `${Date.now()}`);
  try {
    await call("POST /api/logout", {}, { ...quiet, signal: AbortSignal.timeout(patience) });
    remember(storageKeys.logoutPending, null);
  } catch {
    // The next page opened in this browser signs out nevertheless.
    remember(storageKeys.logoutPending, "0");
  }
}

/**
 * Returns true when a user has signed out here and the server may not know: it counts as signed out, and the server is
 * notified, unless another page is just doing so: that one has the newer anti-forgery token.
 */
export async function finishLogout(): Promise<boolean> {
  const since = recall(storageKeys.logoutPending);
  if (since === null) return false;
  if (Math.abs(Date.now() - Number(since)) > patience) await tellLogout();
  return true;
}
