import { useMemo } from "react";
import type { UserRecord } from "#contract/users.ts";
import { countries } from "#web/lib/countries.ts";
import type { Draft } from "#web/lib/draft.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { roles } from "./list-state.ts";
import type { UserFields } from "./users.queries.ts";

export const userFields = [
  "username",
  "email",
  "first_name",
  "last_name",
  "company",
  "tax_id",
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
  "language",
  "role",
  "trello_enabled",
  "monday_enabled",
  "clickup_enabled",
  "ms_project_enabled",
] as const satisfies readonly (keyof UserFields)[];

/** Integrations that can be disabled for the account. */
const toolSwitches = ["trello_enabled", "monday_enabled", "clickup_enabled", "ms_project_enabled"] as const;

type TextKind = Exclude<keyof UserFields, "language" | "role" | "country" | (typeof toolSwitches)[number]>;

export const fieldsOf = (user: UserRecord): UserFields =>
  Object.fromEntries(userFields.map((field) => [field, user[field]])) as unknown as UserFields;

const pairs: readonly (readonly [TextKind, TextKind])[] = [
  ["first_name", "last_name"],
  ["username", "email"],
  ["company", "tax_id"],
  ["street", "city"],
  ["postal_code", "province"],
];
const fromTheLeft: ReadonlySet<TextKind> = new Set(["username", "email", "tax_id", "postal_code", "tel"]);

/** All fields of an account that a super admin may edit. */
export function UserForm({ draft }: { draft: Draft<UserFields> }) {
  const t = useText();
  const me = useUser();
  const language = useLanguage();
  const choices = useMemo(() => countries(language), [language]);
  const { values, errors, set, has } = draft;
  const field = (key: TextKind) => (
    <ChangedMark key={key} isChanged={has(key)}>
      <TextField
        label={t(`users.${key}`)}
        value={values[key]}
        onChange={(value) => set(key, value)}
        error={errors[key]}
        isRequired={key === "username" || key === "email" || key === "first_name"}
        {...(fromTheLeft.has(key) && { dir: "ltr" as const })}
        {...(key === "email" && { type: "email" as const })}
      />
    </ChangedMark>
  );
  return (
    <div className="flex flex-col gap-5">
      {pairs.map((pair) => (
        <div key={pair[0]} className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {pair.map(field)}
        </div>
      ))}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <ChangedMark isChanged={has("country")}>
          <SearchSelect
            // Another language has another list of names.
            key={language}
            label={t("users.country")}
            options={choices}
            value={values.country === "" ? null : values.country}
            onChange={(code) => set("country", code ?? "")}
            error={errors.country}
          />
        </ChangedMark>
        {field("tel")}
      </div>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <ChangedMark isChanged={has("role")}>
          <Select
            label={t("users.role")}
            value={values.role}
            onChange={(role) => set("role", role)}
            error={errors.role}
            hint={t("users.role_hint")}
            isDisabled={me?.username === values.username}
            options={roles.map((role) => ({
              value: role,
              label: t(`users.roles.${role}`),
              note: t(`users.role_notes.${role}`),
            }))}
          />
        </ChangedMark>
        <ChangedMark isChanged={has("language")}>
          <Select
            label={t("users.mail_language")}
            value={values.language}
            onChange={(language) => set("language", language)}
            options={[
              { value: "en", label: "English" },
              { value: "ar", label: "العربية" },
            ]}
          />
        </ChangedMark>
      </div>
      <fieldset className="flex flex-col gap-3 border-t border-line pt-5">
        <legend className="contents">
          <span className="text-sm font-strong">{t("users.tools")}</span>
        </legend>
        <p className="-mt-2 text-xs text-ink-muted">{t("users.tools_hint")}</p>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {toolSwitches.map((key) => (
            <ChangedMark key={key} isChanged={has(key)}>
              <Switch isSelected={values[key]} onChange={(isOn) => set(key, isOn)}>
                {t(`users.${key}`)}
              </Switch>
            </ChangedMark>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
