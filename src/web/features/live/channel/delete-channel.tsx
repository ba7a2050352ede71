import { useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { isRunning, useDeleteChannel } from "../live.queries.ts";

export function DeleteChannel({ channel: { id, name, state, id_project } }: { channel: Channel }) {
  const t = useText();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteChannel();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(id);
      showToast({ tone: "ok", title: t("live.delete.done", { name }) }, limits.toast.form);
      // The form is gone with its channel, so there is nothing to ask about.
      router.history.push(`/project/${id_project}#live`, undefined, { ignoreBlocker: true });
    } catch (error) {
      setIsAsking(false);
      showFailure(error, t);
    }
  }

  return (
    <div className="border-t border-line pt-5">
      <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
        {t("live.delete.action")}
      </Button>
      <p className="text-sm text-ink-muted">{t("live.delete.text")}</p>
      <ConfirmDialog
        title={t("live.delete.question", { name })}
        confirmLabel={t("live.delete.action")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {isRunning(state) && <p className="mb-2">{t("live.delete.running")}</p>}
        <p>{t("live.delete.final")}</p>
      </ConfirmDialog>
    </div>
  );
}
