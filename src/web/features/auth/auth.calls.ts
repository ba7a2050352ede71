import type { CurrentUser } from "#contract/auth.ts";
import { call, type Output } from "#web/lib/client.ts";
import { changeLanguage, currentLanguage } from "#web/lib/language.ts";
import { restartRealtime } from "#web/lib/realtime.ts";
import { session } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";

export interface Credentials {
  readonly username_l: string;
  readonly password_l: string;
  readonly rememberMe: boolean;
}

// Their refusals stand at the form, so none of them raises a toast.
export const signIn = (body: Credentials) => call("POST /api/login", { body }, { toast: false });
export const signInToDemo = () => call("POST /api/demo-login", {}, { toast: false });
export const readSetup = () => call("GET /api/setup", {}, { toast: false });

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
}

export const createFirstAdmin = (token: string, admin: FirstAdmin): Promise<Output<"POST /api/setup">> =>
  call("POST /api/setup", { body: { token, ...admin } }, { toast: false });

/** From here on this page, and the other tabs of this browser, belong to `user`. */
export function welcome(user: CurrentUser): void {
  session.setUser(user);
  remember(storageKeys.session, `in ${Date.now()}`);
  restartRealtime();
  const hasChosen = recall(storageKeys.language) !== null;
  if (!hasChosen && user.language !== currentLanguage()) void changeLanguage(user.language);
}
