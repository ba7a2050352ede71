import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Accounts } from "../auth/accounts.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Door, SignIn } from "../auth/sign-in.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import type { SocialRepository } from "./social.repository.ts";

export interface FirstPasswordOptions {
  readonly db: Database;
  readonly social: SocialRepository;
  readonly accounts: Accounts;
  readonly signIn: Pick<SignIn, "renew">;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  readonly mailer: Mailer;
}

/**
 * The first password of an account that was created by a social sign-in. There is no old password to require, so its
 * owner is notified as of any other change, and only the caller's session continues, under a new token. Throws
 * PASSWORD_PRESENT, PASSWORD_COMMON.
 */
export function createFirstPassword(options: FirstPasswordOptions) {
  const { db, social, accounts, signIn, alerts, ends, mailer } = options;
  return async (userId: number, password: string, door: Door): Promise<void> => {
    const account = await accounts.findById(userId);
    if (account === undefined) throw new AppError("UNAUTHENTICATED");
    if (account.password_hash !== null) throw new AppError("PASSWORD_PRESENT");
    await checkNewPassword(password, account);
    const passwordHash = await hashPassword(password);
    const address = door.request.ip;
    await db.transaction().execute(async (trx) => {
      const { password_hash } = await social.hold(trx, userId);
      if (password_hash !== null) throw new AppError("PASSWORD_PRESENT");
      await social.setPassword(trx, userId, passwordHash);
      await ends.ofUser(trx, userId, "revoked", door.session?.id);
      await alerts.raise(trx, userId, "password_changed", door.request);
      await mailer.queue(trx, {
        to: account.email,
        language: account.language,
        template: "password_changed",
        values: { name: account.first_name, address },
      });
      await recordActivity(trx, { id_user: userId, action: "password.set", address });
    });
    await signIn.renew(userId, door);
  };
}
