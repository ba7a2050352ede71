import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";

let leaked: Promise<ReadonlySet<string>> | undefined;

/**
 * Passwords that leaked most often, those that whoever guesses tries first: eighteen thousand of eight letters and more.
 * Read when the first password is chosen: the list takes 18 MB.
 */
async function readLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // In lower case. Shorter ones are refused for their length already.
  return new Set(dictionary["passwords-common"].filter((word) => word.length >= limits.password.min));
}

/** Words that are near at hand here: what the product is called, what it is about, and who uses it. */
const near = new Set(
  `sitewalk site walk project projects visit visits tower building construction contractor engineer architect
   supervisor manager owner editor viewer trade admin administrator superadmin root user demo guest password welcome
   changeme`.split(/\s+/),
);

/** Nothing but one of the words near at hand, however it is filled up: `Sitewalk2026!`, `admin-admin`. */
function isNear(guess: string): boolean {
  const words = guess.split(/[^\p{L}]+/u).filter(Boolean);
  return words.length > 0 && words.every((word) => near.has(word));
}

/**
 * Throws PASSWORD_COMMON, at the field `field` of the caller's input, for a password that leaked often, one that is
 * the account's own user name or address, and one that is nothing but words near at hand, in whatever case. There are
 * no rules of composition: they make people write `Password1!`. The password itself is taken as it is, to the last space.
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
