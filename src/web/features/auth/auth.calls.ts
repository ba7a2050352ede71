import type { CurrentUser } from "#contract/auth.ts";
import { call, type Output } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";

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

/** From here on this browser belongs to `user`: this page, and by what it remembers its other tabs. */
export function welcome(user: CurrentUser): void {
  session.setUser(user);
  remember(storageKeys.session, `in ${Date.now()}`);
}
