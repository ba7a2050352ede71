import { limits } from "#contract/limits.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "./accounts.ts";
import type { AuthRepository } from "./auth.repository.ts";
import { accountTries } from "./password-tries.ts";
import { isPasswordRight } from "./passwords.ts";

/**
 * Requires the signed-in user's password, where the account has one: a person at an unattended browser must not change
 * the ways to sign in. Throws PASSWORD_WRONG at the input's `field`, `password` by default, and RATE_LIMITED after too
 * many attempts, those at sign-in included. Returns the account.
 */
export type OwnerCheck = (
  userId: number,
  password: string | undefined,
  field?: "password" | "current_password",
) => Promise<UserRecord>;

export interface OwnerCheckOptions {
  readonly repository: Pick<AuthRepository, "findById">;
  readonly attempts: Attempts;
}

const wrongPassword = (field: string) =>
  new AppError("PASSWORD_WRONG", { fields: { [field]: ["auth.password_wrong"] } });

export function createOwnerCheck({ repository, attempts }: OwnerCheckOptions): OwnerCheck {
  return async (userId, password, field = "password") => {
    const account = await repository.findById(userId);
    if (account === undefined) throw new AppError("UNAUTHENTICATED");
    if (account.password_hash === null) return account;
    // An empty password does not count as an attempt.
    if (password === undefined || password === "") throw wrongPassword(field);
    const counted = accountTries(userId);
    const { perAccount, seconds } = limits.attempts;
    await attempts.take(counted, { max: perAccount, seconds });
    if (!(await isPasswordRight(password, account.password_hash))) throw wrongPassword(field);
    await attempts.clear(counted);
    return account;
  };
}
