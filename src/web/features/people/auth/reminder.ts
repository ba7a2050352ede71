import type { CurrentUser } from "#contract/auth.ts";
import { hasCookie, writeCookie } from "#web/lib/cookies.ts";

/** A cookie without an end lives as long as the browser is open, in all its tabs: one visit, one reminder. */
const name = "app-2fa-reminded";

/** Whether to remind this person of the second factor: where the server says so, once a visit, never in the demo. */
export function isReminderDue(user: CurrentUser): boolean {
  return user.remind_2fa && !user.is_demo && !hasCookie(name, user.id);
}

export function noteReminded(user: CurrentUser): void {
  writeCookie(name, String(user.id), "session");
}
