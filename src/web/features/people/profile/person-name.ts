import type { CurrentUser } from "#contract/auth.ts";

/** What somebody is called: his names, or his user name while he has told none. */
export function nameOf(user: Pick<CurrentUser, "first_name" | "last_name" | "username">): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}
