import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";

let leaked: Promise<ReadonlySet<string>> | undefined;

/**
 * The most frequently leaked passwords, which attackers try first: eighteen thousand of eight letters and more. Loaded
 * with the first new password: the list takes 18 MB.
 */
async function readLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // In lower case. Shorter ones are refused by length already.
  return new Set(dictionary["passwords-common"].filter((word) => word.length >= limits.password.min));
}

/** Words that are obvious here: the product's name, its subject, and its users. */
const near = new Set(
  `sitewalk site walk project projects visit visits tower building construction contractor engineer architect
   supervisor manager owner editor viewer trade admin administrator superadmin root user demo guest password welcome
   changeme`.split(/\s+/),
);

/** Only an obvious word, whatever is appended: `Sitewalk2026!`, `admin-admin`. */
function isNear(guess: string): boolean {
  const words = guess.split(/[^\p{L}]+/u).filter(Boolean);
  return words.length > 0 && words.every((word) => near.has(word));
}

/**
 * Throws PASSWORD_COMMON, at the field `field` of the caller's input, for a frequently leaked password, for the
 * account's own user name or address, and for obvious words alone, in any case. There are no composition rules: they
 * make people write `Password1!`. The password itself is used as it is, to the last space.
 */
export async function checkNewPassword(
  password: string,
  about: { readonly username?: string; readonly email?: string },
  field = "password",
): Promise<void> {
  leaked ??= readLeaked();
  const guess = password.toLowerCase();
  const [mailbox = ""] = (about.email ?? "").split("@");
  const own = [about.username, about.email, mailbox].map((name) => (name ?? "").toLowerCase());
  if ((await leaked).has(guess) || own.includes(guess) || isNear(guess))
    throw new AppError("PASSWORD_COMMON", { fields: { [field]: ["auth.password_common"] } });
}
