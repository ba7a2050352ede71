import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmDialogProps {
  /** Names the record: 'Delete "Tower B"?'. */
  title: string;
  children: ReactNode;
  /** The verb of the action, never 'OK'. */
  confirmLabel: string;
  /** Label for the safe choice, where 'Cancel' could be taken for the action itself. */
  cancelLabel?: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  isDestructive?: boolean;
  isPending?: boolean;
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  isOpen,
  onClose,
  onConfirm,
  isDestructive = false,
  isPending = false,
}: ConfirmDialogProps) {
  const t = useText();
  return (
    <Modal
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      role="alertdialog"
      isDismissable={!isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {cancelLabel ?? t("common.cancel")}
          </Button>
          <Button variant={isDestructive ? "danger" : "primary"} onPress={onConfirm} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-muted">{children}</div>
    </Modal>
  );
}
