import type { StillSchedule } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { timeZonesWith } from "#web/lib/time-zones.ts";
import { useText } from "#web/lib/use-text.ts";
import { NumberField } from "#web/ui/number-field.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { WeekdayChips } from "#web/ui/weekday-chips.tsx";
import { picturesPerDay, usualSchedule } from "./camera-draft.ts";
import { FormSection } from "./form-section.tsx";
import type { CameraForm } from "./use-camera-form.ts";

const { camera } = limits;

/** When pictures are stored, and after how many missed checks the project is notified. */
export function ScheduleFields({ form }: { form: CameraForm }) {
  const t = useText();
  const { draft, set, errors } = form;
  const { schedule } = draft;
  return (
    <FormSection title={t("cctv.form.stills")}>
      <div>
        <Switch
          isSelected={schedule !== null}
          onChange={(isOn) => set({ schedule: isOn ? (form.camera?.schedule ?? usualSchedule()) : null })}
        >
          {t("cctv.form.stills_on")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("cctv.form.stills_hint")}</p>
      </div>
      {schedule !== null && (
        <Times
          schedule={schedule}
          error={errors.schedule}
          onChange={(change) => set({ schedule: { ...schedule, ...change } })}
        />
      )}
      <NumberField
        label={t("cctv.form.alert_after")}
        hint={t("cctv.form.alert_hint", { minutes: camera.checkMinutes })}
        value={draft.alert_after}
        onChange={(alert_after) =>
          set({ alert_after: Number.isNaN(alert_after) ? camera.alertAfter.standard : alert_after })
        }
        minValue={camera.alertAfter.min}
        maxValue={camera.alertAfter.max}
        error={errors.alert_after}
        className="sm:w-72"
      />
    </FormSection>
  );
}

interface TimesProps {
  schedule: StillSchedule;
  error: string | undefined;
  onChange: (change: Partial<StillSchedule>) => void;
}

function Times({ schedule, error, onChange }: TimesProps) {
  const t = useText();
  const { minutes, from, to, time_zone } = schedule;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label={t("cctv.form.every")}
          value={minutes}
          onChange={(next) => !Number.isNaN(next) && onChange({ minutes: next })}
          minValue={camera.stillMinutes.min}
          maxValue={camera.stillMinutes.max}
        />
        <TextField
          label={t("cctv.form.from")}
          type="time"
          value={from}
          onChange={(next) => next !== "" && onChange({ from: next.slice(0, 5) })}
        />
        <TextField
          label={t("cctv.form.until")}
          type="time"
          value={to}
          onChange={(next) => next !== "" && onChange({ to: next.slice(0, 5) })}
        />
      </div>
      <p className="-mt-2 text-xs text-ink-muted tabular-nums">
        {t("cctv.form.per_day", { count: picturesPerDay(schedule) })}. {t("cctv.form.day_and_night")}
      </p>
      <WeekdayChips
        label={t("cctv.form.days")}
        days={schedule.days}
        error={error}
        onChange={(days) => onChange({ days })}
      />
      <SearchSelect
        label={t("cctv.form.time_zone")}
        options={timeZonesWith(time_zone)}
        value={time_zone}
        onChange={(zone) => zone !== null && onChange({ time_zone: zone })}
      />
    </>
  );
}
