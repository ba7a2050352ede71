import type { CurrentUser } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import type { ProfileField } from "#contract/profile.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { FieldRefusals } from "#web/lib/draft.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Detail fields that the settings may offer and require; in the order of the form. */
export const personalFields = ["first_name", "last_name"] as const satisfies readonly ProfileField[];
export const companyFields = ["company", "tax_id"] as const satisfies readonly ProfileField[];
export const addressFields = [
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
] as const satisfies readonly ProfileField[];

const optionalFields: readonly ProfileField[] = [...personalFields, ...companyFields, ...addressFields];

export const detailFields = [...optionalFields, "username", "email"] as const;
export type DetailField = (typeof detailFields)[number];
export type Details = Pick<CurrentUser, DetailField>;

export function detailsOf(user: CurrentUser): Details {
  return Object.fromEntries(detailFields.map((field) => [field, user[field]])) as unknown as Details;
}

export const maxLength: Readonly<Record<Exclude<DetailField, "country">, number>> = {
  ...limits.person,
  first_name: limits.name,
  last_name: limits.name,
};

type Flags = Pick<PublicSettings, `${ProfileField}_${"enable" | "mandatory"}`>;

export const isOffered = (field: ProfileField, settings: Flags) => settings[`${field}_enable`];
/** A field that is not offered cannot be required. */
export const isDemanded = (field: ProfileField, settings: Flags) =>
  settings[`${field}_enable`] && (settings[`${field}_mandatory`] || field === "first_name");

/** As in the contract: text, an at sign, text, a dot, text; no spaces. */
const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Client-side validation, before the request. */
export function checkDetails(values: Details, settings: Flags, t: Translate): FieldRefusals<Details> {
  const errors: FieldRefusals<Details> = {};
  for (const field of optionalFields) {
    if (!isDemanded(field, settings) || values[field].trim() !== "") continue;
    errors[field] =
      field === "first_name"
        ? t("users.first_name_required")
        : t("profile.required", { field: t(`profile.fields.${field}`) });
  }
  const username = values.username.trim();
  if (username === "") errors.username = t("users.username_required");
  const email = values.email.trim();
  if (email === "") errors.email = t("users.email_required");
  else if (!simpleEmail.test(email)) errors.email = t("users.email_invalid");
  return errors;
}
