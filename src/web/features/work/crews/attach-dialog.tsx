import { useState } from "react";
import type { Crew } from "#contract/crews.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useCrewChanges } from "./crews.queries.ts";

interface AttachDialogProps {
  crew: Crew;
  onClose: () => void;
}

/** Adds the crew to another project of the same owner. */
export function AttachDialog({ crew, onClose }: AttachDialogProps) {
  const t = useText();
  const changes = useCrewChanges();
  const [project, setProject] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const save = async (id: number) => {
    setIsPending(true);
    setRefusal(null);
    try {
      await changes.attach(id, crew.id);
      showToast({ tone: "ok", title: t("crews.screens.attached", { name: crew.name }) });
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
    setIsPending(false);
  };
  return (
    <FormDialog
      title={t("crews.screens.attach")}
      size="sm"
      confirmLabel={t("crews.screens.save")}
      onSubmit={() => project !== null && void save(project)}
      onClose={onClose}
      isPending={isPending}
      isDisabled={project === null}
      isChanged={false}
      refusal={refusal}
    >
      <ProjectSelect
        label={t("crews.screens.project")}
        may="edit"
        value={project}
        except={crew.projects.map(({ id }) => id)}
        onChange={(next) => setProject(next?.id ?? null)}
      />
    </FormDialog>
  );
}
