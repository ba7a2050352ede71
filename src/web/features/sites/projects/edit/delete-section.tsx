import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { restoreProject, useDeleteProject } from "../projects.changes.ts";
import { Section } from "./section.tsx";

/** Milliseconds for which a deletion can be undone in place. After that there is the bin. */
const undoable = 10_000;

/** Moves the project to the bin after a confirmation with its name; the toast restores it. */
export function DeleteSection({ project }: { project: Project }) {
  const t = useText();
  const router = useRouter();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteProject();
  const { id, name } = project;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(id);
      const undo = { label: t("common.undo"), onAction: () => void takeBack() };
      showToast({ tone: "ok", title: t("projects.deleted", { name }), action: undo }, undoable);
      // The form is gone with its project, so there is nothing to confirm.
      router.history.push("/projects", undefined, { ignoreBlocker: true });
    } catch (error) {
      setIsAsking(false);
      showFailure(error, t);
    }
  }

  async function takeBack(): Promise<void> {
    try {
      const saved = await restoreProject(client, id);
      showToast({ tone: "ok", title: t("projects.bin.restored", { name: saved.name }) }, limits.toast.form);
    } catch (error) {
      const title = t("projects.bin.restore_failed", { name });
      showToast({ tone: "bad", title, text: errorText(error, t) });
    }
  }

  return (
    <Section title={t("projects.delete")} text={t("projects.danger_text")}>
      <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
        {t("projects.delete")}
      </Button>
      <ConfirmDialog
        title={t("projects.delete_title", { name })}
        confirmLabel={t("projects.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("projects.delete_text", { count: project.visit_count })}
      </ConfirmDialog>
    </Section>
  );
}
