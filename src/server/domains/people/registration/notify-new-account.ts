import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { superAdmins } from "#server/domains/installation/notifications/super-admins.ts";
import type { Trx } from "#server/platform/database.ts";
import type { UserRecord } from "../auth/accounts.ts";
import type { Welcome } from "../messages/welcome.ts";
import type { ProjectInvitations } from "./project-invitations.ts";

export interface NewAccountServices {
  readonly notices: Notices;
  readonly welcome: Welcome;
  readonly invitations: Pick<ProjectInvitations, "claim">;
}

/**
 * Notifies super admins of a self-registered account once it is active, and welcomes its owner: an unconfirmed account
 * does not count, and is deleted automatically. Invitations to projects sent to the owner's address, if that is
 * confirmed, wait for their answer.
 */
export async function notifyNewAccount(
  { notices, welcome, invitations }: NewAccountServices,
  trx: Trx,
  user: Omit<UserRecord, "notification_preferences">,
): Promise<void> {
  const { id, username, first_name, last_name } = user;
  await notices.notify(trx, {
    to: superAdmins,
    by: id,
    sort: "registered",
    values: { name: `${first_name} ${last_name}`.trim() || username },
    link: `/edituser/${id}`,
    fold: "registrations",
  });
  await welcome(trx, user);
  await invitations.claim(trx, user);
}
