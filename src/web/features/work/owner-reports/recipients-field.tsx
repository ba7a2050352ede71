import { Plus, Trash2 } from "lucide-react";
import type { Language } from "#contract/languages.ts";
import { reportLimits } from "#contract/owner-reports.limits.ts";
import type { ReportRecipient } from "#contract/owner-reports.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useReportMembers } from "./owner-reports.queries.ts";

/** A recipient in the form: a member, or a person without an account. */
export interface RecipientDraft {
  /** Distinct in the form. */
  readonly key: number;
  readonly id_user: number | null;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

export const recipientDrafts = (recipients: readonly ReportRecipient[]): RecipientDraft[] =>
  recipients.map(({ id, id_user, name, email, language }) => ({ key: id, id_user, name, email, language }));

const languages = [
  { value: "en", label: "English" },
  { value: "ar", label: "العربية" },
] as const;

interface RecipientsFieldProps {
  project: number;
  recipients: readonly RecipientDraft[];
  errorOf: (index: number) => string | undefined;
  error: string | undefined;
  onChange: (recipients: RecipientDraft[]) => void;
}

export function RecipientsField({ project, recipients, errorOf, error, onChange }: RecipientsFieldProps) {
  const t = useText();
  const own = useLanguage();
  const members = useReportMembers(project).data?.members ?? [];
  const free = members.filter(({ id_user }) => !recipients.some((one) => one.id_user === id_user));
  const isFull = recipients.length >= reportLimits.recipients;
  // Below zero: no recipient that was saved has such a key.
  const key = Math.min(0, ...recipients.map((one) => one.key)) - 1;
  const change = (index: number, next: Partial<RecipientDraft>) =>
    onChange(recipients.map((one, at) => (at === index ? { ...one, ...next } : one)));
  const remove = (index: number) => onChange(recipients.filter((_, at) => at !== index));
  const add = (one: Omit<RecipientDraft, "key">) => onChange([...recipients, { key, ...one }]);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-strong">{t("owner_reports.screen.recipients")}</legend>
      {recipients.map((one, index) =>
        one.id_user === null ? (
          <div key={one.key} className="grid items-start gap-3 rounded-lg bg-sunken p-3 sm:grid-cols-2">
            <TextField
              label={t("owner_reports.screen.form.email")}
              type="email"
              dir="ltr"
              value={one.email}
              onChange={(email) => change(index, { email })}
              error={errorOf(index)}
              isRequired
            />
            <TextField
              label={t("owner_reports.screen.form.name")}
              value={one.name}
              maxLength={reportLimits.name}
              onChange={(name) => change(index, { name })}
            />
            <div className="flex items-end gap-2 sm:col-span-2">
              <Select
                label={t("owner_reports.screen.form.language")}
                options={languages}
                value={one.language}
                onChange={(language) => change(index, { language })}
                className="min-w-0 flex-1"
              />
              <IconButton
                icon={Trash2}
                label={t("owner_reports.screen.form.remove", { name: one.name || one.email })}
                onPress={() => remove(index)}
              />
            </div>
          </div>
        ) : (
          <div key={one.key} className="flex items-center justify-between gap-3 rounded-lg bg-sunken ps-3">
            <span className="min-w-0 py-2 text-sm">
              <span className="own-direction block truncate">{one.name || one.email}</span>
              <span role="alert" className="text-xs text-bad-text empty:hidden">
                {errorOf(index)}
              </span>
            </span>
            <IconButton
              icon={Trash2}
              label={t("owner_reports.screen.form.remove", { name: one.name || one.email })}
              onPress={() => remove(index)}
            />
          </div>
        ),
      )}
      <p role="alert" className="text-xs text-bad-text empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {free.length > 0 && (
          <Select
            label={t("owner_reports.screen.form.add_member")}
            options={free.map(({ id_user, name }) => ({ value: String(id_user), label: name }))}
            value={null}
            isDisabled={isFull}
            onChange={(id) => {
              const member = free.find(({ id_user }) => String(id_user) === id);
              if (member !== undefined)
                add({ id_user: member.id_user, name: member.name, email: "", language: own });
            }}
            className="min-w-0 flex-1"
          />
        )}
        <Button
          icon={Plus}
          isDisabled={isFull}
          onPress={() => add({ id_user: null, name: "", email: "", language: own })}
        >
          {t("owner_reports.screen.form.add_person")}
        </Button>
      </div>
    </fieldset>
  );
}
