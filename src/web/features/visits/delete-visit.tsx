import { useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Visit } from "#contract/visits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteVisit } from "./visits.queries.ts";

export function DeleteVisit({ visit }: { visit: Visit }) {
  const t = useText();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteVisit();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(visit.id);
      showToast({ tone: "ok", title: t("visits.deleted", { name: visit.name }) }, limits.toast.form);
      // The form is gone with its visit, so there is nothing to ask about.
      router.history.push("/visits", undefined, { ignoreBlocker: true });
    } catch (error) {
      setIsAsking(false);
      showFailure(error, t);
    }
  }

  return (
    <div className="border-t border-line pt-5">
      <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
        {t("visits.delete")}
      </Button>
      <ConfirmDialog
        title={t("visits.delete_title", { name: visit.name })}
        confirmLabel={t("visits.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("visits.delete_text", { count: visit.room_count })}
      </ConfirmDialog>
    </div>
  );
}
