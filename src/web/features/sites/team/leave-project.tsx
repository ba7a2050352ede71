import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { forgetProject } from "./live/forget-project.ts";
import { useLeaveProject } from "./own.queries.ts";

/** Leaves the project after a confirmation, and goes to the list of projects. */
export function LeaveProject({ project }: { project: Project }) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useLeaveProject();
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, name } = project;

  async function confirm(): Promise<void> {
    setRefusal(null);
    try {
      await leave.mutateAsync(id);
      showToast({ tone: "ok", title: t("team.leave.left", { project: name }) }, limits.toast.form);
      await navigate({ to: "/projects" });
      await forgetProject(client, project);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <>
      <Button variant="quiet" icon={LogOut} onPress={() => setIsAsking(true)}>
        {t("team.leave.action")}
      </Button>
      <ConfirmDialog
        title={t("team.leave.title", { project: name })}
        confirmLabel={t("team.leave.confirm")}
        cancelLabel={t("team.leave.stay")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={leave.isPending}
      >
        {refusal !== null && (
          <Banner tone="bad" className="mb-4">
            {refusal}
          </Banner>
        )}
        {t("team.leave.text")}
      </ConfirmDialog>
    </>
  );
}
