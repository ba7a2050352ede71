import { call, quiet } from "#web/lib/client.ts";
import { inOnePage } from "#web/lib/one-page.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Milliseconds before an unresponsive server no longer delays a sign-out. */
const patience = 5000;

/** Notifies the server that the session is over; if that fails, the next page repeats it. */
export async function tellLogout(): Promise<void> {
  remember(storageKeys.logoutPending, "1");
  await send(isPending());
}

/**
 * Returns true when a user has signed out here and the server may not know: it is notified, and the user counts as
 * signed out.
 */
export async function finishLogout(): Promise<boolean> {
  if (!isPending()) return false;
  await send(true);
  return true;
}

const isPending = () => recall(storageKeys.logoutPending) !== null;

/**
 * One page of a browser: the others, which follow at once, would send the anti-forgery token of the session that has just ended.
 * @param isKept false where this browser stores nothing; nothing then tells one page what another has sent.
 */
async function send(isKept: boolean): Promise<void> {
  await inOnePage("logout", async () => {
    if (isKept && !isPending()) return;
    try {
      await call("POST /api/logout", {}, { ...quiet, signal: AbortSignal.timeout(patience) });
      remember(storageKeys.logoutPending, null);
    } catch {
      // The next page opened in this browser signs out nevertheless.
    }
  });
}
