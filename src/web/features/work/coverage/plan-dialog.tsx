import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { coverageLimits } from "#contract/coverage.limits.ts";
import type { CoveragePause, CoveragePlan } from "#contract/coverage.ts";
import { ApiError } from "#web/lib/client.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { ownTimeZone, timeZonesWith } from "#web/lib/time-zones.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { WeekdayChips } from "#web/ui/weekday-chips.tsx";
import { useCoverageChanges } from "./coverage.queries.ts";
import { RhythmField } from "./rhythm-field.tsx";

interface PlanDialogProps {
  project: number;
  plan: CoveragePlan;
  onClose: () => void;
}

/** A plan that was not saved yet is switched on, in the time zone of this device. */
const beginning = (plan: CoveragePlan): CoveragePlan =>
  plan.version > 1
    ? plan
    : { ...plan, is_on: true, ...(plan.time_zone === "UTC" && { time_zone: ownTimeZone() }) };

/** How often the project's spots are photographed, its weekend and pauses, and when overdue spots are reported. */
export function PlanDialog({ project, plan, onClose }: PlanDialogProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const { plan: save } = useCoverageChanges(project);
  const [draft, setDraft] = useState(() => beginning(plan));
  const [isChanged, setChanged] = useState(false);
  const set = (change: Partial<CoveragePlan>) => {
    setDraft({ ...draft, ...change });
    setChanged(true);
  };
  const { error } = save;
  const at = (field: string) => fieldError(error, field, t);
  const isConflict = error instanceof ApiError && error.code === "CONFLICT";
  const refusal = !isOnline
    ? t("coverage.spot.offline")
    : isConflict
      ? t("coverage.plan.conflict")
      : save.isError && at("rhythm") === undefined && at("time_zone") === undefined
        ? errorText(error, t)
        : null;

  return (
    <FormDialog
      title={t("coverage.plan.title")}
      size="md"
      confirmLabel={t("coverage.plan.save")}
      onSubmit={() =>
        save.mutate(draft, {
          onSuccess: () => {
            showToast({ tone: "ok", title: t("coverage.plan.saved") });
            onClose();
          },
        })
      }
      onClose={onClose}
      isPending={save.isPending}
      isDisabled={!isOnline}
      isChanged={isChanged}
      refusal={refusal}
    >
      <div>
        <Switch isSelected={draft.is_on} onChange={(is_on) => set({ is_on })}>
          {t("coverage.plan.is_on")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("coverage.plan.is_on_hint")}</p>
      </div>
      <RhythmField value={draft.rhythm} onChange={(rhythm) => set({ rhythm })} error={at("rhythm")} />
      <WeekdayChips
        label={t("coverage.plan.weekend")}
        hint={t("coverage.plan.weekend_hint")}
        days={draft.weekend}
        error={at("weekend")}
        onChange={(weekend) => set({ weekend })}
      />
      <Pauses
        pauses={draft.pauses}
        errorOf={(index, field) => at(`pauses.${index}.${field}`)}
        onChange={(pauses) => set({ pauses })}
      />
      <Alerts days={draft.alert_days} onChange={(alert_days) => set({ alert_days })} />
      <SearchSelect
        label={t("coverage.plan.time_zone")}
        options={timeZonesWith(draft.time_zone)}
        value={draft.time_zone}
        onChange={(zone) => zone !== null && set({ time_zone: zone })}
        error={at("time_zone")}
      />
    </FormDialog>
  );
}

interface AlertsProps {
  /** Null: never. */
  days: number | null;
  onChange: (days: number | null) => void;
}

function Alerts({ days, onChange }: AlertsProps) {
  const t = useText();
  return (
    <>
      <div>
        <Switch isSelected={days !== null} onChange={(isOn) => onChange(isOn ? 2 : null)}>
          {t("coverage.plan.alerts")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("coverage.plan.alerts_hint")}</p>
      </div>
      {days !== null && (
        <NumberField
          label={t("coverage.plan.alert_days")}
          value={days}
          onChange={(next) => !Number.isNaN(next) && onChange(next)}
          minValue={1}
          maxValue={coverageLimits.alertDays}
          className="sm:w-64"
        />
      )}
    </>
  );
}

interface PausesProps {
  pauses: readonly CoveragePause[];
  errorOf: (index: number, field: keyof CoveragePause) => string | undefined;
  onChange: (pauses: CoveragePause[]) => void;
}

function Pauses({ pauses, errorOf, onChange }: PausesProps) {
  const t = useText();
  const change = (index: number, next: Partial<CoveragePause>) =>
    onChange(pauses.map((pause, at) => (at === index ? { ...pause, ...next } : pause)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-strong">{t("coverage.plan.pauses")}</legend>
      <p className="text-xs text-ink-muted">{t("coverage.plan.pauses_hint")}</p>
      {pauses.map((pause, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name, and are only appended or removed
        <div key={index} className="grid items-start gap-3 rounded-lg bg-sunken p-3 sm:grid-cols-2">
          <DateField
            label={t("coverage.plan.pause_from")}
            value={pause.from || null}
            onChange={(from) => change(index, { from: from ?? "" })}
            error={errorOf(index, "from")}
          />
          <DateField
            label={t("coverage.plan.pause_to")}
            value={pause.to || null}
            onChange={(to) => change(index, { to: to ?? "" })}
            error={errorOf(index, "to")}
          />
          <div className="flex items-end gap-2 sm:col-span-2">
            <TextField
              label={t("coverage.plan.pause_reason")}
              value={pause.reason}
              onChange={(reason) => change(index, { reason })}
              maxLength={coverageLimits.reason}
              error={errorOf(index, "reason")}
              className="min-w-0 flex-1"
            />
            <IconButton
              icon={Trash2}
              label={t("coverage.plan.pause_remove")}
              onPress={() => onChange(pauses.filter((_, at) => at !== index))}
            />
          </div>
        </div>
      ))}
      <Button
        icon={Plus}
        isDisabled={pauses.length >= coverageLimits.pauses}
        onPress={() => onChange([...pauses, { from: "", to: "", reason: "" }])}
        className="self-start"
      >
        {t("coverage.plan.pause_add")}
      </Button>
    </fieldset>
  );
}
