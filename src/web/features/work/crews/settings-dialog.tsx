import { useState } from "react";
import { crewLimits } from "#contract/crews.limits.ts";
import type { CrewLinkSettings } from "#contract/crews.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useCrewChanges, useLinkSettings } from "./crews.queries.ts";

interface SettingsDialogProps {
  project: number;
  onClose: () => void;
}

/** How the links of a project behave. */
export function SettingsDialog({ project, onClose }: SettingsDialogProps) {
  const t = useText();
  const settings = useLinkSettings(project);
  if (settings.data === undefined)
    return (
      <Modal title={t("crews.screens.settings.title")} isOpen onClose={onClose}>
        {settings.isError ? (
          <LoadFailure error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
      </Modal>
    );
  return <Form project={project} settings={settings.data} onClose={onClose} />;
}

const hours = Array.from({ length: crewLimits.digestHour.max + 1 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

function Form({ project, settings, onClose }: SettingsDialogProps & { settings: CrewLinkSettings }) {
  const t = useText();
  const changes = useCrewChanges();
  const { ask_code, end_days, digest_hour, time_zone: zone } = settings;
  const [base] = useState({ ask_code, end_days, digest_hour });
  const draft = useDraft(base);
  const refusal = useFormError(draft, ["end_days", "digest_hour"]);
  const [isPending, setIsPending] = useState(false);
  const { values } = draft;
  const mayEdit = settings.can["edit"] === true;
  const save = async () => {
    setIsPending(true);
    refusal.clear();
    try {
      await changes.saveSettings(project, draft.changes);
      showToast({ tone: "ok", title: t("crews.screens.settings.saved") });
      onClose();
    } catch (error) {
      refusal.show(error);
    }
    setIsPending(false);
  };
  return (
    <FormDialog
      title={t("crews.screens.settings.title")}
      size="sm"
      confirmLabel={t("crews.screens.save")}
      onSubmit={() => void save()}
      onClose={onClose}
      isPending={isPending}
      isDisabled={!mayEdit || !draft.isChanged}
      isChanged={draft.isChanged}
      refusal={refusal.text}
    >
      <div>
        <Switch
          isSelected={values.ask_code}
          onChange={(isOn) => draft.set("ask_code", isOn)}
          isDisabled={!mayEdit}
        >
          {t("crews.screens.settings.ask_code")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("crews.screens.settings.ask_code_hint")}</p>
      </div>
      <NumberField
        label={t("crews.screens.settings.end_days")}
        hint={t("crews.screens.settings.end_days_hint")}
        value={values.end_days}
        onChange={(days) => !Number.isNaN(days) && draft.set("end_days", days)}
        minValue={crewLimits.endDays.min}
        maxValue={crewLimits.endDays.max}
        error={draft.errors.end_days}
        isDisabled={!mayEdit}
      />
      <Select
        label={t("crews.screens.settings.digest_hour")}
        hint={t("crews.screens.settings.digest_hour_hint", { zone })}
        options={hours}
        value={String(values.digest_hour)}
        onChange={(hour) => draft.set("digest_hour", Number(hour))}
        error={draft.errors.digest_hour}
        isDisabled={!mayEdit}
      />
    </FormDialog>
  );
}
