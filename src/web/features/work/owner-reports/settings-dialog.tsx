import { useState } from "react";
import { reportPeriods, reportSections } from "#contract/owner-reports.limits.ts";
import type { OwnerReportSettings } from "#contract/owner-reports.ts";
import { ApiError, type Body } from "#web/lib/client.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useLanguage } from "#web/lib/language.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { FixedViews } from "./fixed-views.tsx";
import { useReportChanges } from "./owner-reports.queries.ts";
import { type RecipientDraft, RecipientsField, recipientDrafts } from "./recipients-field.tsx";
import { hourText, weekdayNames } from "./report-texts.ts";

interface SettingsDialogProps {
  project: number;
  settings: OwnerReportSettings;
  onClose: () => void;
}

type Draft = Pick<
  OwnerReportSettings,
  "is_on" | "period" | "weekday" | "month_day" | "hour" | "sections" | "views"
> & { recipients: readonly RecipientDraft[] };

const draftOf = (settings: OwnerReportSettings): Draft => {
  const { is_on, period, weekday, month_day, hour, sections, views, version } = settings;
  return {
    // A report that was never saved is switched on by saving it.
    is_on: version === 0 ? true : is_on,
    period,
    weekday,
    month_day,
    hour,
    sections,
    views,
    recipients: recipientDrafts(settings.recipients),
  };
};

/** Lines without an address are dropped, as if they had not been added. */
const sentRecipients = (drafts: readonly RecipientDraft[]) =>
  drafts.flatMap((one): NonNullable<Body<"PUT /api/projects/{id}/owner-report">["recipients"]> => {
    if (one.id_user !== null) return [{ id_user: one.id_user }];
    if (one.email.trim() === "") return [];
    return [{ email: one.email.trim(), name: one.name, language: one.language }];
  });

/** Position among the sent ones, which errors name; -1 for a line that is not sent. */
const sentIndex = (drafts: readonly RecipientDraft[], index: number): number =>
  sentRecipients(drafts.slice(index, index + 1)).length === 0
    ? -1
    : sentRecipients(drafts.slice(0, index)).length;

/** When the report is sent, its sections, its views and its recipients. */
export function SettingsDialog({ project, settings, onClose }: SettingsDialogProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const { save } = useReportChanges(project);
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [isChanged, setChanged] = useState(false);
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    setChanged(true);
  };
  const { error } = save;
  const at = (field: string) => fieldError(error, field, t);
  const isConflict = error instanceof ApiError && error.code === "CONFLICT";
  const isField = error instanceof ApiError && Object.keys(error.fields).length > 0;
  const refusal = !isOnline
    ? t("owner_reports.screen.form.offline")
    : isConflict
      ? t("owner_reports.screen.form.conflict")
      : save.isError && !isField
        ? errorText(error, t)
        : (at("views") ?? null);

  return (
    <FormDialog
      title={t("owner_reports.screen.form.title")}
      size="md"
      confirmLabel={t("owner_reports.screen.save")}
      onSubmit={() =>
        save.mutate(
          {
            ...draft,
            recipients: sentRecipients(draft.recipients),
            views: draft.views.map(({ id_room, yaw, pitch, fov }) => ({ id_room, yaw, pitch, fov })),
            version: settings.version,
          },
          {
            onSuccess: () => {
              showToast({ tone: "ok", title: t("owner_reports.screen.saved") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
      isPending={save.isPending}
      isDisabled={!isOnline}
      isChanged={isChanged}
      refusal={refusal}
    >
      <Schedule draft={draft} set={set} />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-sm font-strong">{t("owner_reports.screen.form.sections")}</legend>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {reportSections.map((section) => (
            <Checkbox
              key={section}
              isSelected={draft.sections.includes(section)}
              onChange={(isOn) =>
                set({
                  sections: reportSections.filter((one) =>
                    one === section ? isOn : draft.sections.includes(one),
                  ),
                })
              }
            >
              {t(`owner_reports.sections.${section}`)}
            </Checkbox>
          ))}
        </div>
        <p className="text-xs text-ink-muted">{t("owner_reports.screen.form.sections_hint")}</p>
        <p role="alert" className="text-xs text-bad-text empty:hidden">
          {at("sections")}
        </p>
      </fieldset>
      <RecipientsField
        project={project}
        recipients={draft.recipients}
        errorOf={(index) => {
          const sent = sentIndex(draft.recipients, index);
          return (
            at(`recipients.${sent}`) ?? at(`recipients.${sent}.email`) ?? at(`recipients.${sent}.id_user`)
          );
        }}
        error={at("recipients")}
        onChange={(recipients) => set({ recipients })}
      />
      <FixedViews views={draft.views} onChange={(views) => set({ views })} />
    </FormDialog>
  );
}

function Schedule({ draft, set }: { draft: Draft; set: (change: Partial<Draft>) => void }) {
  const t = useText();
  const language = useLanguage();
  const isTimed = draft.period !== "manual";
  return (
    <>
      <div>
        <Switch isSelected={draft.is_on} onChange={(is_on) => set({ is_on })}>
          {t("owner_reports.screen.form.is_on")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("owner_reports.screen.form.is_on_hint")}</p>
      </div>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
        <Select
          label={t("owner_reports.screen.form.period")}
          options={reportPeriods.map((value) => ({ value, label: t(`owner_reports.periods.${value}`) }))}
          value={draft.period}
          onChange={(period) => set({ period })}
        />
        {draft.period === "weekly" && (
          <Select
            label={t("owner_reports.screen.form.weekday")}
            options={weekdayNames(language).map((label, day) => ({ value: String(day), label }))}
            value={String(draft.weekday)}
            onChange={(day) => set({ weekday: Number(day) })}
          />
        )}
        {draft.period === "monthly" && (
          <NumberField
            label={t("owner_reports.screen.form.month_day")}
            hint={t("owner_reports.screen.form.month_day_hint")}
            value={draft.month_day}
            minValue={1}
            maxValue={31}
            onChange={(month_day) => !Number.isNaN(month_day) && set({ month_day })}
          />
        )}
        {isTimed && (
          <Select
            label={t("owner_reports.screen.form.hour")}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: hourText(hour),
            }))}
            value={String(draft.hour)}
            onChange={(hour) => set({ hour: Number(hour) })}
          />
        )}
      </div>
    </>
  );
}
