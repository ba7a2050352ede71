import { useState } from "react";
import { crewLimits } from "#contract/crews.limits.ts";
import type { Crew } from "#contract/crews.ts";
import { ApiError } from "#web/lib/client.ts";
import { useDraft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useCrewChanges } from "./crews.queries.ts";

interface CrewDialogProps {
  project: number;
  /** Absent for a new one. */
  crew?: Crew;
  onClose: () => void;
}

/** Name and trade of a crew. */
export function CrewDialog({ project, crew, onClose }: CrewDialogProps) {
  const t = useText();
  const changes = useCrewChanges();
  const [base] = useState({ name: crew?.name ?? "", trade: crew?.trade ?? "" });
  const draft = useDraft(base);
  const refusal = useFormError(draft, ["name", "trade"]);
  const [isPending, setIsPending] = useState(false);
  const [isConflict, setIsConflict] = useState(false);
  const { name } = draft.values;
  const save = async () => {
    setIsPending(true);
    refusal.clear();
    try {
      if (crew === undefined) await changes.create({ id_project: project, ...draft.values });
      else await changes.update(crew.id, { ...draft.changes, version: crew.version });
      showToast({ tone: "ok", title: t(crew ? "crews.screens.saved" : "crews.screens.created", { name }) });
      onClose();
    } catch (error) {
      refusal.show(error);
      if (error instanceof ApiError && error.code === "CONFLICT") setIsConflict(true);
    }
    setIsPending(false);
  };
  return (
    <FormDialog
      title={t(crew ? "crews.screens.edit" : "crews.screens.add")}
      size="sm"
      confirmLabel={t(crew ? "crews.screens.save" : "crews.screens.create")}
      onSubmit={() => void save()}
      onClose={onClose}
      isPending={isPending}
      isDisabled={crew !== undefined && !draft.isChanged}
      isChanged={draft.isChanged}
      refusal={isConflict ? t("crews.screens.conflict") : refusal.text}
    >
      <TextField
        label={t("crews.screens.fields.name")}
        {...draft.bind("name")}
        maxLength={crewLimits.name}
        isRequired
        inputRef={focusOnMount}
      />
      <TextField
        label={t("crews.screens.fields.trade")}
        {...draft.bind("trade")}
        maxLength={crewLimits.trade}
      />
    </FormDialog>
  );
}
