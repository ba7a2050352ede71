import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";

/** How many of the passwords people use most are refused: those that whoever guesses tries first. */
const refused = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: the list takes 18 MB. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // In the order of use, in lower case. Shorter ones are refused for their length already.
  const long = dictionary["passwords-common"].filter((word) => word.length >= limits.password.min);
  return new Set(long.slice(0, refused));
}

/**
 * Throws PASSWORD_COMMON, at the field `field` of the caller's input, for a password of the commonest ten thousand
 * and for one that is the account's own user name or address, in whatever case. There are no rules of composition:
 * they make people write `Password1!`. The password itself is taken as it is, to the last space.
 */
export async function checkNewPassword(
  password: string,
  about: { readonly username?: string; readonly email?: string },
  field = "password",
): Promise<void> {
  common ??= readCommon();
  const guess = password.toLowerCase();
  const [mailbox = ""] = (about.email ?? "").split("@");
  const own = [about.username, about.email, mailbox].map((name) => (name ?? "").toLowerCase());
  if ((await common).has(guess) || own.includes(guess))
    throw new AppError("PASSWORD_COMMON", { fields: { [field]: ["auth.password_common"] } });
}
