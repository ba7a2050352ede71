import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useActivateProject } from "../projects.changes.ts";
import { Section } from "./section.tsx";

/** Whether the project is active; a change first says what it hides or shows. */
export function StateSection({ project }: { project: Project }) {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const activate = useActivateProject();
  const { active, name } = project;
  const verb = active ? "deactivate" : "activate";

  async function confirm(): Promise<void> {
    try {
      const saved = await activate.mutateAsync({ id: project.id, active: !active });
      const said = saved.active ? "projects.form.activated" : "projects.form.deactivated";
      showToast({ tone: "ok", title: t(said, { name: saved.name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    setIsAsking(false);
  }

  return (
    <Section title={t("projects.form.state")} text={t("projects.form.state_text")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          {t(active ? "projects.form.state_active" : "projects.form.state_inactive")}
        </p>
        <Button variant={active ? "secondary" : "primary"} onPress={() => setIsAsking(true)}>
          {t(`projects.form.${verb}`)}
        </Button>
      </div>
      <ConfirmDialog
        title={t(`projects.form.${verb}_title`, { name })}
        confirmLabel={t(`projects.form.${verb}`)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isPending={activate.isPending}
      >
        {t(`projects.form.${verb}_text`)}
      </ConfirmDialog>
    </Section>
  );
}
