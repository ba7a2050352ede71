import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Door, SignIn } from "../auth/sign-in.ts";
import type { AccountTokens } from "../registration/account-tokens.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import type { UserSubject } from "./users.policy.ts";
import type { UsersRepository } from "./users.repository.ts";

export interface PasswordOptions {
  readonly db: Database;
  readonly repository: UsersRepository;
  readonly checkOwner: OwnerCheck;
  readonly signIn: Pick<SignIn, "renew">;
  readonly tokens: AccountTokens;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  readonly mailer: Mailer;
}

export interface PasswordChange {
  readonly caller: SessionUser;
  readonly subject: Authorized<UserSubject>;
  /** The caller's own password, whichever account is changed. */
  readonly current: string;
  readonly wanted: string;
  readonly door: Door;
}

/**
 * Sets a new password. Every other session of the account ends, unfinished sign-ins and recovery links are invalidated,
 * its owner is notified; the caller's own session continues under a new token. Throws PASSWORD_WRONG, RATE_LIMITED,
 * PASSWORD_COMMON.
 */
export function createPasswordChange(options: PasswordOptions) {
  const { db, repository, checkOwner, signIn, tokens, alerts, ends, mailer } = options;
  return async ({ caller, subject, current, wanted, door }: PasswordChange): Promise<void> => {
    const { password_hash } = await checkOwner(caller.id, current, "current_password");
    // An account without a password proves nothing with one.
    if (password_hash === null) throw new AppError("PASSWORD_WRONG");
    const isOwn = caller.id === subject.id;
    const account = await repository.summary(subject.id);
    await checkNewPassword(wanted, account, "new_password");
    const passwordHash = await hashPassword(wanted);
    const { request } = door;
    await db.transaction().execute(async (trx) => {
      await repository.setPassword(trx, subject, passwordHash);
      await tokens.revoke(trx, subject.id, ["recovery"]);
      await ends.ofUser(trx, subject.id, "revoked", isOwn ? door.session?.id : undefined);
      await alerts.raise(trx, subject.id, "password_changed", request);
      await mailer.queue(trx, {
        to: account.email,
        language: account.language,
        template: "password_changed",
        values: { name: account.first_name, address: request.ip },
      });
      await recordActivity(trx, {
        id_user: caller.id,
        action: "user.password_changed",
        ...(isOwn ? {} : { subject: { kind: "user", id: account.id, name: account.username } }),
        address: request.ip,
      });
    });
    if (isOwn) await signIn.renew(caller.id, door);
  };
}
