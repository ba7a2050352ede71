import { limits } from "#contract/limits.ts";
import type { ProfileField } from "#contract/profile.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { countries } from "#web/lib/countries.ts";
import type { FieldRefusals } from "#web/lib/draft.ts";
import { useLanguage } from "#web/lib/language.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { PlainField } from "#web/ui/plain/plain-field.tsx";
import { PlainSelect } from "#web/ui/plain/plain-select.tsx";

/** In the order of the forms, with the `autocomplete` values of browsers. */
const autoComplete: Readonly<Record<ProfileField, string>> = {
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  tax_id: "off",
  street: "address-line1",
  city: "address-level2",
  postal_code: "postal-code",
  province: "address-level1",
  country: "country",
  tel: "tel",
};
const all = Object.keys(autoComplete) as ProfileField[];
const names: readonly ProfileField[] = ["first_name", "last_name"];

export type Person = Record<ProfileField, string>;
export const nobody = Object.fromEntries(all.map((field) => [field, ""])) as Person;

/** Profile fields that the settings require, and those that are optional. */
export function askedFields(settings: PublicSettings | null): {
  wanted: ProfileField[];
  offered: ProfileField[];
  isMandatory: (field: ProfileField) => boolean;
} {
  const isOn = (field: ProfileField) => settings?.[`${field}_enable`] ?? names.includes(field);
  const isMandatory = (field: ProfileField) => isOn(field) && settings?.[`${field}_mandatory`] === true;
  const shown = all.filter(isOn);
  const isFirst = (field: ProfileField) => isMandatory(field) || names.includes(field);
  return {
    wanted: shown.filter(isFirst),
    offered: shown.filter((field) => !isFirst(field)),
    isMandatory,
  };
}

/** Required fields that are empty, each with its message. */
export function missingFields(
  values: Person,
  settings: PublicSettings | null,
  t: Translate,
): FieldRefusals<Person> {
  const { wanted, isMandatory } = askedFields(settings);
  const missing = wanted.filter((field) => isMandatory(field) && values[field].trim() === "");
  return Object.fromEntries(
    missing.map((field) => [field, t("auth.field_required", { name: t(`auth.fields.${field}`) })]),
  );
}

/** The same for the two names only: other required fields are asked for in the profile, after sign-in. */
export function missingNames(
  values: Pick<Person, "first_name" | "last_name">,
  settings: PublicSettings | null,
  t: Translate,
): FieldRefusals<Pick<Person, "first_name" | "last_name">> {
  const { first_name, last_name } = missingFields({ ...nobody, ...values }, settings, t);
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
  };
}

export interface PersonFieldsProps {
  fields: readonly ProfileField[];
  isMandatory: (field: ProfileField) => boolean;
  values: Person;
  errors: FieldRefusals<Person>;
  onChange: (field: ProfileField, value: string) => void;
}

export function PersonFields({ fields, isMandatory, values, errors, onChange }: PersonFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const shared = (field: ProfileField) => ({
    label: t(`auth.fields.${field}`),
    name: field,
    value: values[field],
    onChange: (value: string) => onChange(field, value),
    error: errors[field],
    isRequired: isMandatory(field),
    autoComplete: autoComplete[field],
  });
  const line = (field: Exclude<ProfileField, "country">) => (
    <PlainField
      key={field}
      {...shared(field)}
      maxLength={field === "first_name" || field === "last_name" ? limits.name : limits.person[field]}
      {...(field === "tel" ? { type: "tel", dir: "ltr" } : {})}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 [&>:only-child]:col-span-full">
      {fields.map((field) =>
        field === "country" ? (
          <PlainSelect
            key={field}
            {...shared(field)}
            placeholder={t("common.none_selected")}
            options={countries(language)}
          />
        ) : (
          line(field)
        ),
      )}
    </div>
  );
}
