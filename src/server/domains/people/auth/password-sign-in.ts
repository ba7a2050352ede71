import type { SignedIn } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "./accounts.ts";
import type { AuthRepository } from "./auth.repository.ts";
import type { Captcha } from "./captcha.ts";
import { accountTries, nameTries } from "./password-tries.ts";
import { isPasswordRight } from "./passwords.ts";
import { type Door, isBarred, type SignIn } from "./sign-in.ts";
import type { SignInRecords } from "./sign-in-records.ts";

export interface PasswordSignInOptions {
  readonly repository: AuthRepository;
  readonly attempts: Attempts;
  readonly captcha: Captcha;
  readonly settings: { get(): Pick<SettingValues, "captcha_login"> };
  readonly records: SignInRecords;
  readonly signIn: SignIn;
}

export interface Credentials {
  /** User name or e-mail address, in any case. */
  readonly name: string;
  readonly password: string;
  readonly rememberMe: boolean;
  readonly captcha?: string | undefined;
}

/** Throws INVALID_CREDENTIALS, EMAIL_UNCONFIRMED, RATE_LIMITED, or what `Captcha.check` does. */
export type PasswordSignIn = (given: Credentials, door: Door) => Promise<SignedIn>;

const { perAccount, perAddress, captchaAfter, seconds } = limits.attempts;

/**
 * Signing in by password. A wrong password, a name that nobody has, an account that is locked and one that was never
 * taken up answer alike and take the same time. Tries count for the account, by whichever of its names, and for a name that
 * no account has: limits do not tell the two apart.
 */
export function createPasswordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  const { repository, attempts, captcha, settings, records, signIn } = options;

  const needsCaptcha = async (name: string, failures: string) =>
    settings.get().captcha_login &&
    ((await attempts.hasReached(name, captchaAfter)) || (await attempts.hasReached(failures, captchaAfter)));

  /**
   * The right password counts nothing more against the account. Of the address it takes back its own
   * try alone: an office comes in by one address, and who guesses must not wash it clean with an account of his own.
   */
  const forgive = async (user: UserRecord, address: string) => {
    await attempts.clear(accountTries(user.id));
    await attempts.giveBack(address);
  };

  return async (given, door) => {
    const { request } = door;
    const user = await repository.findByName(given.name);
    const name = user === undefined ? nameTries(given.name) : accountTries(user.id);
    const network = networkOf(request.ip);
    const address = `sign-in address ${network}`;
    const failures = `sign-in failures ${network}`;
    if (await needsCaptcha(name, failures)) await captcha.check(given.captcha);
    await attempts.take(address, { max: perAddress, seconds });
    await attempts.take(name, { max: perAccount, seconds });

    const isRight = await isPasswordRight(given.password, user?.password_hash ?? null);
    if (user === undefined || !isRight || isBarred(user)) {
      await attempts.take(failures, { max: Number.POSITIVE_INFINITY, seconds });
      await records.failed(user?.id ?? null, "password", request);
      throw new AppError("INVALID_CREDENTIALS");
    }
    await forgive(user, address);
    return signIn.enter(
      user,
      { way: "password", remembered: given.rememberMe, hasSecondFactor: false },
      door,
    );
  };
}
