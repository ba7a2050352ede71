import type { CurrentUser } from "#contract/auth.ts";
import { hasCookie, writeCookie } from "#web/lib/cookies.ts";

/** A session cookie lives as long as the browser is open, in all its tabs: one session, one reminder. */
const name = "app-2fa-reminded";

/**
 * Whether to remind the user of the second factor: where the server says so, once per browser session, never in the
 * demo.
 */
export function isReminderDue(user: CurrentUser): boolean {
  return user.remind_2fa && !user.is_demo && !hasCookie(name, user.id);
}

export function noteReminded(user: CurrentUser): void {
  writeCookie(name, String(user.id), "session");
}
