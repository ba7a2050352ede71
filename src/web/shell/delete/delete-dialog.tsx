import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

export interface DeleteDialogProps {
  /** Names the record: 'Delete "Tower B"?'. */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb of the action. */
  confirmLabel: string;
  /** The toast after success; none when empty. */
  done: string;
  /** Deletes it. An error it throws closes the dialog and is shown. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** Called once it is deleted and the dialog is closed. */
  onDeleted?: () => void;
  /** Replaces the default toast of a failure. */
  onFailure?: (error: unknown) => void;
  isOpen?: boolean;
}

/** Asks for confirmation of a deletion, deletes, and reports the result. */
export function DeleteDialog({
  title,
  children,
  confirmLabel,
  done,
  onDelete,
  onClose,
  onDeleted,
  onFailure,
  isOpen = true,
}: DeleteDialogProps) {
  const t = useText();
  const [isPending, setIsPending] = useState(false);

  async function confirm(): Promise<void> {
    setIsPending(true);
    try {
      await onDelete();
    } catch (error) {
      onClose();
      if (onFailure === undefined) showFailure(error, t);
      else onFailure(error);
      return;
    } finally {
      setIsPending(false);
    }
    if (done !== "") showToast({ tone: "ok", title: done }, limits.toast.form);
    onClose();
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={isPending}
    >
      {children}
    </ConfirmDialog>
  );
}
