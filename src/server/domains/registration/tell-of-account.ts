import type { Trx } from "#server/platform/database.ts";
import type { UserRecord } from "../auth/auth.repository.ts";
import { superAdmins } from "../auth/super-admins.ts";
import type { Notices } from "../notifications/notices.ts";

/**
 * Tells who runs the site of an account that somebody made himself, once it is open: what nobody has confirmed
 * counts for nothing, and goes away by itself.
 */
export function tellOfAccount(
  notices: Notices,
  trx: Trx,
  { id, username, first_name, last_name }: Pick<UserRecord, "id" | "username" | "first_name" | "last_name">,
): Promise<void> {
  return notices.tell(trx, {
    to: superAdmins,
    by: id,
    sort: "registered",
    values: { name: `${first_name} ${last_name}`.trim() || username },
    link: `/edituser/${id}`,
    fold: "registrations",
  });
}
