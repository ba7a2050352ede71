import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { ApiError } from "#web/lib/client.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { useFoundProjects } from "#web/shell/projects/projects.queries.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useSyncProject } from "../autodesk.changes.ts";
import { useLinks } from "../autodesk.queries.ts";
import { failureText } from "../failure.ts";

interface LinkDialogProps {
  hub: string;
  project: string;
  /** Name of the project at Autodesk. */
  name: string;
  onClose: () => void;
}

/** Links one of Autodesk's projects to a project here. Only editable ones are offered. */
export function LinkDialog({ hub, project, name, onClose }: LinkDialogProps) {
  const t = useText();
  const link = useSyncProject();
  const taken = useTaken();
  const own = useFoundProjects({ may: "edit" });
  const [chosen, setChosen] = useState<Project | null>(null);
  const noteOf = ({ id }: Project) => {
    const there = taken.get(id);
    return there === undefined ? "" : t("autodesk.links.taken", { there });
  };

  function save(): void {
    if (chosen === null) return;
    link.mutate(
      { project_id: chosen.id, adsk_project_id: project, adsk_hubId: hub },
      {
        onSuccess: () => {
          showToast({ tone: "ok", title: t("autodesk.links.linked", { project: chosen.name }) });
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      title={t("autodesk.links.dialog_title", { name })}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="primary" isDisabled={chosen === null} isPending={link.isPending} onPress={save}>
            {t("autodesk.links.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t("autodesk.links.dialog_text")}</p>
        {own.data?.total === 0 ? (
          <Banner tone="info">{t("autodesk.links.no_projects")}</Banner>
        ) : (
          <ProjectSelect
            label={t("autodesk.links.project")}
            may="edit"
            isRequired
            noteOf={noteOf}
            value={chosen?.id ?? null}
            onChange={setChosen}
          />
        )}
        {link.isError && (
          <Banner tone="bad">
            {failureText(link.error, "autodesk.links.failed", t)}
            {link.error instanceof ApiError && link.error.code === "AUTODESK_LINKED" && (
              <> {t("autodesk.links.linked_hint")}</>
            )}
          </Banner>
        )}
      </div>
    </Modal>
  );
}

/** Linked projects here, with their Autodesk projects. */
function useTaken(): ReadonlyMap<number, string> {
  const links = useLinks();
  return new Map(links.data?.map(({ id_project, adsk_project }) => [id_project, adsk_project]));
}
