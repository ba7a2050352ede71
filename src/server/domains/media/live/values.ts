import { limits } from "#contract/limits.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import { AppError } from "#server/platform/errors.ts";

interface Sent {
  readonly is_protected?: boolean | undefined;
  readonly password?: string | undefined;
}

/**
 * Values to write for a password: none when none was sent, so that the stored one stays. VALIDATION when it is too
 * short, and when a channel would be protected without having one.
 */
export async function passwordValues(
  { is_protected, password = "" }: Sent,
  stored: string | null,
): Promise<{ password_hash?: string }> {
  const isMissing = is_protected === true && password === "" && stored === null;
  if (isMissing) throw new AppError("VALIDATION", { fields: { password: ["live.password_required"] } });
  if (password === "") return {};
  if (password.length < limits.live.password.min)
    throw new AppError("VALIDATION", { fields: { password: ["live.password_short"] } });
  return { password_hash: await hashPassword(password) };
}
