import type { CurrentUser } from "#contract/auth.ts";
import { tellTabs } from "#web/lib/auth-event.ts";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";

/** From here on this browser belongs to `user`: this page and, through storage, its other tabs. */
export function startSession(user: CurrentUser): void {
  remember(storageKeys.logoutPending, null);
  // The inactivity time starts anew, whatever was left from before.
  remember(storageKeys.lastActivity, null);
  // A demo lasts as long as the browser is open, whatever was requested.
  if (user.is_demo) keepRememberMe(false);
  session.setUser(user);
  tellTabs("login");
}

/** Stores whether the user asked to stay signed in, before the first of up to two steps. */
export function keepRememberMe(isWanted: boolean): void {
  remember(storageKeys.rememberMe, isWanted ? "true" : null);
}
