import { type ReactNode, useMemo } from "react";
import type { ProfileField } from "#contract/profile.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { countries } from "#web/lib/countries.ts";
import type { Draft } from "#web/lib/draft.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import {
  addressFields,
  companyFields,
  type DetailField,
  type Details,
  isDemanded,
  isOffered,
  maxLength,
  personalFields,
} from "./detail-fields.ts";

/** `autocomplete` values of the fields. */
const autoComplete: Readonly<Record<DetailField, string>> = {
  first_name: "given-name",
  last_name: "family-name",
  username: "username",
  email: "email",
  company: "organization",
  tax_id: "off",
  street: "street-address",
  city: "address-level2",
  postal_code: "postal-code",
  province: "address-level1",
  country: "country",
  tel: "tel",
};

/** Left to right in every language. */
const leftToRight: ReadonlySet<DetailField> = new Set(["username", "email", "postal_code", "tel", "tax_id"]);
/** Two of these share a row where there is room. */
const halfWide: ReadonlySet<DetailField> = new Set([
  "first_name",
  "last_name",
  "company",
  "tax_id",
  "city",
  "postal_code",
  "province",
  "country",
]);

export interface PasswordProof {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export interface DetailsFormProps {
  draft: Draft<Details>;
  settings: PublicSettings;
  /** The confirmation of a new email address; null while none is needed. */
  proof: PasswordProof | null;
}

/** The details of a user, as far as the settings offer them. */
export function DetailsForm({ draft, settings, proof }: DetailsFormProps) {
  const t = useText();
  const offered = (fields: readonly ProfileField[]) => fields.filter((field) => isOffered(field, settings));
  const field = (name: DetailField, isRequired: boolean) => (
    <DetailInput key={name} name={name} draft={draft} isRequired={isRequired} />
  );
  const group = (fields: readonly ProfileField[]) =>
    offered(fields).map((name) => field(name, isDemanded(name, settings)));
  const hasCompany = offered(companyFields).length > 0;
  const hasAddress = offered(addressFields).length > 0;
  return (
    <div className="flex flex-col gap-9">
      <Group>
        {group(personalFields)}
        {field("username", true)}
        {field("email", true)}
        {proof !== null && (
          <PasswordField
            label={t("profile.security.current_password")}
            hint={t("profile.email_proof")}
            autoComplete="current-password"
            isRequired
            value={proof.value}
            onChange={proof.onChange}
            error={proof.error}
            className="anim-rise-in sm:col-span-2"
          />
        )}
      </Group>
      {hasCompany && <Group title={t("profile.groups.company")}>{group(companyFields)}</Group>}
      {hasAddress && <Group title={t("profile.groups.address")}>{group(addressFields)}</Group>}
    </div>
  );
}

function Group({ title, children }: { title?: string; children: ReactNode }) {
  const grid = "grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2";
  if (title === undefined) return <div className={grid}>{children}</div>;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 text-base font-strong">{title}</legend>
      <div className={grid}>{children}</div>
    </fieldset>
  );
}

interface DetailInputProps {
  name: DetailField;
  draft: Draft<Details>;
  isRequired: boolean;
}

function DetailInput({ name, draft, isRequired }: DetailInputProps) {
  const t = useText();
  const { values, errors, set, has } = draft;
  const common = { label: t(`profile.fields.${name}`), error: errors[name], isRequired };
  return (
    <ChangedMark isChanged={has(name)} className={halfWide.has(name) ? "" : "sm:col-span-2"}>
      {name === "country" ? (
        <CountrySelect {...common} value={values.country} onChange={(value) => set("country", value)} />
      ) : (
        <TextField
          {...common}
          value={values[name]}
          onChange={(value) => set(name, value)}
          maxLength={maxLength[name]}
          autoComplete={autoComplete[name]}
          {...(name === "email" && { type: "email" as const, inputMode: "email" as const })}
          {...(name === "tel" && { type: "tel" as const, inputMode: "tel" as const })}
          {...(leftToRight.has(name) && { dir: "ltr" as const })}
          {...(name === "username" && { hint: t("profile.username_hint") })}
        />
      )}
    </ChangedMark>
  );
}

interface CountrySelectProps {
  label: string;
  error: string | undefined;
  isRequired: boolean;
  /** Two letters, or empty. */
  value: string;
  onChange: (value: string) => void;
}

function CountrySelect({ value, onChange, ...texts }: CountrySelectProps) {
  const language = useLanguage();
  const choices = useMemo(() => countries(language), [language]);
  return (
    <SearchSelect
      {...texts}
      // Another language has another list of names.
      key={language}
      options={choices}
      value={value === "" ? null : value}
      onChange={(code) => onChange(code ?? "")}
    />
  );
}
