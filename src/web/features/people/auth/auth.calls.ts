import type { CurrentUser, SignedIn } from "#contract/auth.ts";
import type { Confirmed } from "#contract/registration.ts";
import type { SocialProvider } from "#contract/social.ts";
import { type Body, call, type Output, quiet } from "#web/lib/client.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { takeRedirect } from "#web/shell/after-login.ts";
import { startSession } from "#web/shell/session-start.ts";

export const signIn = (body: Body<"POST /api/login">) => call("POST /api/login", { body }, quiet);
export const signInToDemo = () => call("POST /api/demo-login", {}, quiet);
export const readSetup = () => call("GET /api/setup");

export type FirstAdmin = Readonly<Record<"email" | "password" | "first_name" | "last_name", string>>;

export const createFirstAdmin = (token: string, admin: FirstAdmin): Promise<Output<"POST /api/setup">> =>
  call("POST /api/setup", { body: { token, ...admin } }, quiet);

export const socialStart = (provider: SocialProvider, rememberMe: boolean) =>
  call("GET /api/auth/{provider}", { params: { provider }, query: { rememberMe } });

export const readTwoFactor = () => call("GET /api/verify-2fa");
export const verifyTwoFactor = (code: string) => call("POST /api/verify-2fa", { body: { code } }, quiet);

export const register = (body: Body<"POST /api/register">) => call("POST /api/register", { body }, quiet);

export const readActivation = (token: string) =>
  call("GET /api/check-invitation-token", { query: { token } });
export const activate = (body: Body<"POST /api/activate-account">) =>
  call("POST /api/activate-account", { body }, quiet);
export const resendActivation = (name: string) =>
  call("POST /api/activation/resend", { body: { username_f: name } }, quiet);

export const mailRecovery = (name: string, captcha: string | undefined) =>
  call("POST /api/password/email", { body: { username_f: name, captcha } }, quiet);
export const readRecovery = (token: string) => call("GET /api/password/reset", { query: { token } });
export const resetPassword = (token: string, password: string) =>
  call("POST /api/password/reset", { body: { token, password } }, quiet);

export const setFirstPassword = (password: string, again: string) =>
  call("POST /api/set-social-password", { body: { password, password_confirmation: again } }, quiet);

export const welcome = (user: CurrentUser): void => startSession(user);

/** Leaves this page by navigation; the promise never settles, so that no button is enabled again meanwhile. */
export function go(path: string): Promise<never> {
  leavePage(path);
  return new Promise(() => undefined);
}

/** Every sign-in ends here: at the second factor, or at the page that was requested. */
export function enter(answer: SignedIn | Confirmed): Promise<never> {
  if (answer.requires_2fa) return go("/2fa");
  if (answer.user === null) return go("/login?email=confirmed");
  welcome(answer.user);
  return go(takeRedirect());
}
