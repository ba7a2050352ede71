import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { type OfflineCopy, offlineCopies } from "#web/lib/offline-copies.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

interface RemoveCopyProps {
  copy: OfflineCopy;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a saved project is removed from this device. */
export function RemoveCopy({ copy: { user, project, name }, isOpen, onClose }: RemoveCopyProps) {
  const t = useText();
  const [isPending, setIsPending] = useState(false);
  const remove = async () => {
    setIsPending(true);
    await offlineCopies.remove(user, project).catch(() => undefined);
    setIsPending(false);
    onClose();
    showToast({ tone: "ok", title: t("offline.copies.removed", { name }) }, limits.toast.form);
  };
  return (
    <ConfirmDialog
      title={t("offline.copies.remove_title", { name })}
      confirmLabel={t("offline.copies.remove")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
      isPending={isPending}
      isDestructive
    >
      {t("offline.copies.remove_text")}
    </ConfirmDialog>
  );
}
