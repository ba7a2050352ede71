import { type FormEvent, useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Inactivity } from "#contract/profile.ts";
import { useDraft } from "#web/lib/draft.ts";
import { fieldError } from "#web/lib/error-text.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { saveAccount, saveFailure } from "./account.ts";

const { least, most, warningSeconds } = limits.inactivity;

interface Fields {
  enabled: boolean;
  minutes: number;
  /** Duration of the warning before sign-out. */
  seconds: number;
}

const fieldsOf = ({ enabled, timeoutMinutes, warningMinutes }: Inactivity): Fields => ({
  enabled,
  minutes: timeoutMinutes,
  seconds: Math.round(warningMinutes * 60),
});

const inactivityOf = ({ enabled, minutes, seconds }: Fields): Inactivity => ({
  enabled,
  timeoutMinutes: minutes,
  warningMinutes: seconds / 60,
});

/** Whether and when an idle session ends. */
export function InactivitySection() {
  const t = useText();
  const user = useSignedInUser();
  const base = useMemo(() => fieldsOf(user.inactivity), [user.inactivity]);
  const draft = useDraft(base);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { values, errors, set, has } = draft;
  const figure = (field: "minutes" | "seconds") => (value: number) =>
    !Number.isNaN(value) && set(field, value);

  async function save(): Promise<void> {
    setRefusal(null);
    if (values.seconds >= values.minutes * 60) {
      draft.setErrors({ seconds: t("users.warning_range") });
      return;
    }
    setIsSaving(true);
    try {
      await saveAccount({ inactivity: inactivityOf(values) });
      draft.clear();
      showToast({ tone: "ok", title: t("profile.saved") }, limits.toast.form);
    } catch (error) {
      const minutes = fieldError(error, "inactivity.timeoutMinutes", t);
      const seconds = fieldError(error, "inactivity.warningMinutes", t);
      draft.setErrors({ ...(minutes && { minutes }), ...(seconds && { seconds }) });
      if (minutes === undefined && seconds === undefined) setRefusal(saveFailure(error, t));
    } finally {
      setIsSaving(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (draft.isChanged && !isSaving) void save();
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="mb-5 text-ink-muted">{t("profile.inactivity.text")}</p>
      {refusal !== null && (
        <Banner tone="bad" className="mb-5">
          {refusal}
        </Banner>
      )}
      <fieldset disabled={user.is_demo} className="flex flex-col gap-5">
        <ChangedMark isChanged={has("enabled")}>
          <Switch
            isSelected={values.enabled}
            onChange={(enabled) => set("enabled", enabled)}
            isDisabled={user.is_demo}
          >
            {t("profile.inactivity.enabled")}
          </Switch>
        </ChangedMark>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <ChangedMark isChanged={has("minutes")}>
            <NumberField
              label={t("profile.inactivity.minutes")}
              hint={t("profile.inactivity.minutes_hint")}
              value={values.minutes}
              onChange={figure("minutes")}
              minValue={least}
              maxValue={most}
              error={errors.minutes}
              isDisabled={!values.enabled || user.is_demo}
            />
          </ChangedMark>
          <ChangedMark isChanged={has("seconds")}>
            <NumberField
              label={t("profile.inactivity.seconds")}
              hint={t("profile.inactivity.seconds_hint")}
              value={values.seconds}
              onChange={figure("seconds")}
              minValue={warningSeconds}
              maxValue={most * 60 - 1}
              step={warningSeconds}
              error={errors.seconds}
              isDisabled={!values.enabled || user.is_demo}
            />
          </ChangedMark>
        </div>
      </fieldset>
      <SaveBar count={Object.keys(draft.changes).length} isSaving={isSaving} onDiscard={draft.clear} />
      <LeaveGuard isOn={draft.isChanged} name={t("profile.sections.inactivity")} />
    </form>
  );
}
