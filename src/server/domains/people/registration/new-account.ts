import type { FieldErrors } from "#contract/errors.ts";
import { type ProfileField, profileFields } from "#contract/profile.ts";
import type { SettingValues } from "#contract/settings.ts";
import { AppError } from "#server/platform/errors.ts";

/** Throws VALIDATION at `username` for a name that is reserved in the settings: it would look like a part of the site. */
export function refuseReservedName(username: string, { furl_blacklist }: SettingValues): void {
  if (furl_blacklist.includes(username.toLowerCase())) throw invalid({ username: "users.username_reserved" });
}

/**
 * The user's own profile fields, as far as the settings offer them: a field that is not offered stays empty whatever
 * was sent. Throws VALIDATION at every empty mandatory one.
 */
export function readProfile(
  body: Readonly<Record<ProfileField, string>>,
  settings: SettingValues,
): Record<ProfileField, string> {
  const offered = profileFields.filter((field) => settings[`${field}_enable`]);
  const missing = offered.filter((field) => settings[`${field}_mandatory`] && body[field] === "");
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, "users.field_required"])));
  const entries = profileFields.map((field) => [field, offered.includes(field) ? body[field] : ""]);
  return Object.fromEntries(entries) as Record<ProfileField, string>;
}

/** Converts the database's unique violation of a name or an address to VALIDATION at its field. */
export function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "users_username_key")
    throw invalid({ username: "users.username_taken" });
  if (code === "23505" && constraint === "users_email_key") throw invalid({ email: "users.email_taken" });
  throw error;
}

/** One text key per field. */
export function invalid(keys: Readonly<Record<string, string>>): AppError {
  const fields: FieldErrors = Object.fromEntries(Object.entries(keys).map(([field, key]) => [field, [key]]));
  return new AppError("VALIDATION", { fields });
}
