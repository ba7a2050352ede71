import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { deleteFailure } from "../delete-failure.ts";
import { useDeleteSnag } from "../snags.changes.ts";

interface DeleteSnagProps {
  snag: Snag;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteSnag({ snag, isOpen, onClose, onDeleted }: DeleteSnagProps) {
  const t = useText();
  const remove = useDeleteSnag();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(snag.id);
      showToast({ tone: "ok", title: t("snags.deleted", { number: snag.number }) }, limits.toast.form);
      onClose();
      onDeleted();
    } catch (error) {
      onClose();
      showToast(deleteFailure(error, t, "snags.not_deleted"), limits.toast.form);
    }
  }

  return (
    <ConfirmDialog
      title={t("snags.delete_title", { number: snag.number })}
      confirmLabel={t("snags.delete")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={remove.isPending}
      isDestructive
    >
      {t("snags.delete_text", { title: snag.title })}
    </ConfirmDialog>
  );
}
