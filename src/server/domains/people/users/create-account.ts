import type { FastifyRequest } from "fastify";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { superAdmins } from "#server/domains/installation/notifications/super-admins.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { publicName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { AccountLinks } from "../registration/account-links.ts";
import { invalid, refuseTaken } from "../registration/new-account.ts";
import { refuseBinned } from "./refuse-binned.ts";
import type { Account, UsersRepository } from "./users.repository.ts";

export interface CreateOptions {
  readonly db: Database;
  readonly repository: UsersRepository;
  readonly links: Pick<AccountLinks, "invitations">;
  readonly notices: Notices;
  /** Gives a new account the plan that every account starts with. */
  readonly beginPlan: BeginPlan;
}

export type NewAccount = Pick<Account, "email" | "first_name" | "last_name" | "role" | "language"> & {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

/**
 * Creates an account: with a password its owner can sign in at once, without one they are invited. Until they set a
 * user name, their address serves as one. Returns the path of the invitation; null when there is none.
 */
export function createAccountMaker({ db, repository, links, notices, beginPlan }: CreateOptions) {
  return async (
    account: NewAccount,
    caller: SessionUser,
    request: FastifyRequest,
  ): Promise<{ id: number; invitation: string | null }> => {
    const { email, username = email, password, first_name, last_name, role, language } = account;
    if (password !== undefined) await checkNewPassword(password, { username, email });
    const password_hash = password === undefined ? null : await hashPassword(password);
    const awaiting = password === undefined ? ("invitation" as const) : null;
    const inviter = publicName(await repository.summary(caller.id));
    const write = async (trx: Trx) => {
      await refuseBinned(repository, trx, { username, email });
      if (await repository.isNameOfAnother(trx, 0, email)) throw invalid({ email: "users.email_taken" });
      const made = await repository.insert(trx, {
        email,
        first_name,
        last_name,
        role,
        language,
        username,
        password_hash,
        awaiting,
      });
      if (role !== "super_admin") await beginPlan(trx, made.id);
      const invitation = awaiting === null ? null : await links.invitations.create(trx, made, inviter);
      await recordActivity(trx, {
        id_user: caller.id,
        action: awaiting === null ? "user.created" : "user.invited",
        subject: { kind: "user", id: made.id, name: username },
        address: request.ip,
      });
      await notices.notify(trx, {
        to: superAdmins,
        by: caller.id,
        sort: "user_added",
        values: { name: publicName(made) || email },
        link: `/edituser/${made.id}`,
        fold: `accounts of ${caller.id}`,
      });
      await notices.notify(trx, { to: [made.id], by: caller.id, sort: "welcome", link: "/editprofile" });
      return { id: made.id, invitation };
    };
    return db.transaction().execute(write).catch(refuseTaken);
  };
}
