import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

export interface ChoiceDialogProps {
  title: string;
  confirmLabel: string;
  isPending: boolean;
  onClose: () => void;
}

/** Asks for a selection; `onConfirm` is undefined until one was made. */
export function ChoiceDialog({
  title,
  confirmLabel,
  isPending,
  onClose,
  onConfirm,
  children,
}: ChoiceDialogProps & { onConfirm: (() => void) | undefined; children: ReactNode }) {
  const t = useText();
  return (
    <Modal
      title={title}
      isOpen
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={onConfirm === undefined}
            onPress={() => onConfirm?.()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
