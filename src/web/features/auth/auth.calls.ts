import type { z } from "zod";
import type { CurrentUser, SignedIn } from "#contract/auth.ts";
import type { Confirmed, registrationApi } from "#contract/registration.ts";
import type { SocialProvider } from "#contract/social.ts";
import { call, type Output } from "#web/lib/client.ts";
import { leave } from "#web/lib/leave.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { startSession } from "#web/shell/session-start.ts";

export interface Credentials {
  readonly username_l: string;
  readonly password_l: string;
  readonly rememberMe: boolean;
  readonly captcha?: string | undefined;
}

// Their refusals stand at the form, so none of them raises a toast.
const quiet = { toast: false } as const;

export const signIn = (body: Credentials) => call("POST /api/login", { body }, quiet);
export const signInToDemo = () => call("POST /api/demo-login", {}, quiet);
export const readSetup = () => call("GET /api/setup", {}, quiet);

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
}

export const createFirstAdmin = (token: string, admin: FirstAdmin): Promise<Output<"POST /api/setup">> =>
  call("POST /api/setup", { body: { token, ...admin } }, quiet);

export const socialStart = (provider: SocialProvider, rememberMe: boolean) =>
  call("GET /api/auth/{provider}", { params: { provider }, query: { rememberMe } }, quiet);

export const readTwoFactor = () => call("GET /api/verify-2fa", {}, quiet);
export const verifyTwoFactor = (code: string) => call("POST /api/verify-2fa", { body: { code } }, quiet);

type Registration = z.input<(typeof registrationApi)["POST /api/register"]["body"]>;
export const register = (body: Registration) => call("POST /api/register", { body }, quiet);

type Activation = z.input<(typeof registrationApi)["POST /api/activate-account"]["body"]>;
export const readActivation = (token: string) =>
  call("GET /api/check-invitation-token", { query: { token } }, quiet);
export const activate = (body: Activation) => call("POST /api/activate-account", { body }, quiet);
export const resendActivation = (name: string) =>
  call("POST /api/activation/resend", { body: { username_f: name } }, quiet);

export const mailRecovery = (name: string, captcha: string | undefined) =>
  call("POST /api/password/email", { body: { username_f: name, captcha } }, quiet);
export const readRecovery = (token: string) => call("GET /api/password/reset", { query: { token } }, quiet);
export const resetPassword = (token: string, password: string) =>
  call("POST /api/password/reset", { body: { token, password } }, quiet);

export const setFirstPassword = (password: string, again: string) =>
  call("POST /api/set-social-password", { body: { password, password_confirmation: again } }, quiet);

export const welcome = (user: CurrentUser): void => startSession(user);

/** Leaves this page; what waits for it waits until it is gone, so that no button comes back to life meanwhile. */
export function go(path: string): Promise<never> {
  leave(path);
  return new Promise(() => undefined);
}

/** Every way in ends here: at the second factor, or inside, where the person wanted to go. */
export function enter(answer: SignedIn | Confirmed): Promise<never> {
  if (answer.requires_2fa) return go("/2fa");
  if (answer.user === null) return go("/login?email=confirmed");
  welcome(answer.user);
  return go(takeRedirect());
}
