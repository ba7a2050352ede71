import { checkConnection } from "#web/lib/connectivity.ts";
import { lockFor } from "#web/lib/lock.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";

/**
 * Locks the screen of an inactive user where there is no connection, instead of removing what they need in a basement.
 * The session counts as ended: the server is notified as soon as it can be reached. Resolves false where there is a
 * connection.
 */
export async function lockWithoutConnection(user: number): Promise<boolean> {
  // A page in a pocket has not checked for a while.
  if (await checkConnection()) return false;
  remember(storageKeys.logoutPending, "1");
  await lockFor(user);
  // A fresh document: nothing of what was shown stays in memory.
  location.reload();
  return true;
}
