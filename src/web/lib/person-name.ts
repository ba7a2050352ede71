import type { CurrentUser } from "#contract/auth.ts";

/** Display name of a user: first and last name, or the user name while these are not set. */
export function personName(user: Pick<CurrentUser, "first_name" | "last_name" | "username">): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}
