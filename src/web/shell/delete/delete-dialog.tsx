import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

export interface DeleteDialogProps {
  /** Names the thing: 'Delete "Tower B"?'. */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb of what will happen. */
  confirmLabel: string;
  /** The toast afterwards; none where it is empty. */
  done: string;
  /** Deletes it. What it throws closes the question and is shown. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** Once it is gone and the question is closed. */
  onDeleted?: () => void;
  /** In place of the toast that a failure gets everywhere. */
  onFailure?: (error: unknown) => void;
  isOpen?: boolean;
}

/** Asks before something is deleted, deletes it, and says what became of that. */
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
