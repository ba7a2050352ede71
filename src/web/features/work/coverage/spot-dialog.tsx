import { Trash2 } from "lucide-react";
import { useState } from "react";
import { coverageLimits } from "#contract/coverage.limits.ts";
import type { CoverageSpot } from "#contract/coverage.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { ownTimeZone } from "#web/lib/time-zones.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useCoverageChanges } from "./coverage.queries.ts";
import type { PlanPoint } from "./coverage-plan.tsx";
import { RhythmField } from "./rhythm-field.tsx";

interface NewSpotDialogProps {
  project: number;
  at: PlanPoint;
  onClose: () => void;
}

/** Names a position that was pressed on the floor plan. */
export function NewSpotDialog({ project, at, onClose }: NewSpotDialogProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const { add } = useCoverageChanges(project);
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const taken = fieldError(add.error, "name", t);
  return (
    <FormDialog
      title={t("coverage.spot.new")}
      size="sm"
      confirmLabel={t("coverage.spot.add")}
      onSubmit={() => {
        if (name.trim() === "") return setMissing(true);
        add.mutate({ positions: [{ name, ...at }], time_zone: ownTimeZone() }, { onSuccess: onClose });
      }}
      onClose={onClose}
      isPending={add.isPending}
      isDisabled={!isOnline}
      isChanged={name !== ""}
      refusal={
        isOnline
          ? add.isError && taken === undefined
            ? errorText(add.error, t)
            : null
          : t("coverage.spot.offline")
      }
    >
      <TextField
        label={t("coverage.spot.name")}
        value={name}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        maxLength={coverageLimits.name}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a dialog that was opened to fill it in
        autoFocus
        error={isMissing ? t("coverage.name_required") : taken}
      />
    </FormDialog>
  );
}

interface SpotDialogProps {
  project: number;
  spot: CoverageSpot;
  onClose: () => void;
}

/** Name, own rhythm and removal of a spot. */
export function SpotDialog({ project, spot, onClose }: SpotDialogProps) {
  const t = useText();
  const { isOnline } = useConnection();
  const { change, remove } = useCoverageChanges(project);
  const [draft, setDraft] = useState({ name: spot.name, rhythm: spot.rhythm, is_on: spot.is_on });
  const [isChanged, setChanged] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const set = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next });
    setChanged(true);
  };
  const nameError =
    draft.name.trim() === "" ? t("coverage.name_required") : fieldError(change.error, "name", t);
  const problem = change.isError && nameError === undefined ? errorText(change.error, t) : null;
  return (
    <FormDialog
      title={t("coverage.spot.edit")}
      confirmLabel={t("coverage.spot.save")}
      onSubmit={() =>
        change.mutate(
          { spot: spot.id, ...draft },
          {
            onSuccess: () => {
              showToast({ tone: "ok", title: t("coverage.spot.saved") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
      isPending={change.isPending}
      isDisabled={!isOnline || draft.name.trim() === ""}
      isChanged={isChanged}
      refusal={isOnline ? problem : t("coverage.spot.offline")}
    >
      <TextField
        label={t("coverage.spot.name")}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={coverageLimits.name}
        isRequired
        error={nameError}
      />
      <Switch isSelected={draft.is_on} onChange={(is_on) => set({ is_on })}>
        {t("coverage.spot.is_on")}
      </Switch>
      <div>
        <Switch
          isSelected={draft.rhythm !== null}
          onChange={(isOwn) => set({ rhythm: isOwn ? { kind: "days", days: 7 } : null })}
        >
          {t("coverage.spot.own_rhythm")}
        </Switch>
        <p className="ps-11 text-xs text-ink-muted">{t("coverage.spot.own_rhythm_hint")}</p>
      </div>
      {draft.rhythm !== null && (
        <RhythmField
          value={draft.rhythm}
          onChange={(rhythm) => set({ rhythm })}
          error={fieldError(change.error, "rhythm", t)}
        />
      )}
      <Button icon={Trash2} onPress={() => setRemoving(true)} isDisabled={!isOnline} className="self-start">
        {t("coverage.spot.remove")}
      </Button>
      <ConfirmDialog
        title={t("coverage.spot.remove_title", { name: spot.name })}
        confirmLabel={t("coverage.spot.remove")}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        isDestructive
        isPending={remove.isPending}
        onConfirm={() =>
          remove.mutate([spot.id], {
            onSuccess: () => {
              showToast({ tone: "ok", title: t("coverage.spot.removed", { name: spot.name }) });
              onClose();
            },
            onError: (error) => showToast({ tone: "bad", title: errorText(error, t) }),
          })
        }
      >
        {t("coverage.spot.remove_text")}
      </ConfirmDialog>
    </FormDialog>
  );
}
