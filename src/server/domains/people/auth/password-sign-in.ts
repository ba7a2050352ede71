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
  /** User name or email address, in any case. */
  readonly name: string;
  readonly password: string;
  readonly rememberMe: boolean;
  readonly captcha?: string | undefined;
}

/** Throws INVALID_CREDENTIALS, EMAIL_UNCONFIRMED, RATE_LIMITED, or what `Captcha.check` does. */
export type PasswordSignIn = (given: Credentials, door: Door) => Promise<SignedIn>;

const { perAccount, perAddress, captchaAfter, seconds } = limits.attempts;

/**
 * Sign-in by password. A wrong password, an unknown name, a locked account and one that was never activated get the
 * same answer in the same time. Attempts count for the account, by whichever of its names, and for an unknown name:
 * limits do not reveal the difference.
 */
export function createPasswordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  const { repository, attempts, captcha, settings, records, signIn } = options;

  const needsCaptcha = async (name: string, failures: string) =>
    settings.get().captcha_login &&
    ((await attempts.hasReached(name, captchaAfter)) || (await attempts.hasReached(failures, captchaAfter)));

  /**
   * The right password resets the account's attempts. For the address it only takes back its own attempt: an office
   * shares one address, and an attacker must not reset it with their own account.
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
