import { isSessionOver, lockFor, readLock, unlock } from "#web/lib/lock.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal, recall, remember, storageKeys } from "#web/lib/storage.ts";

/**
 * At the start of a page on a locked device: whether the application may open. It opens for a user whom the server has
 * identified after the locked session was over: the same one finds everything, another one nothing of it. Without a
 * signed-in user it leads to the sign-in page, as always.
 */
export async function settleLock(): Promise<boolean> {
  const lock = readLock();
  const user = session.user();
  if (lock === null) {
    await unlock();
    return true;
  }
  // A page that came without the server, or a session from before the lock.
  if (user === undefined || (user !== null && !isSessionOver())) {
    await lockFor(lock.user);
    return false;
  }
  if (user === null) return true;
  if (user.id !== lock.user) {
    const staysSignedIn = recall(storageKeys.rememberMe);
    forgetPersonal();
    remember(storageKeys.rememberMe, staysSignedIn);
  }
  await unlock();
  return true;
}
