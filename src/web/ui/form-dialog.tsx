import { type ReactNode, type Ref, useId } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Modal, type ModalProps } from "./modal.tsx";

export interface FormDialogProps extends Pick<ModalProps, "title" | "size" | "onClose"> {
  /** Label of the submit button. */
  confirmLabel: string;
  onSubmit: () => void;
  isPending: boolean;
  /** Nothing to submit yet, or submission is not allowed. */
  isDisabled?: boolean;
  /** Closing would lose changes: neither Escape nor a click beside the dialog closes it. */
  isChanged: boolean;
  /** The reason for a refusal that no field shows. */
  refusal?: ReactNode;
  formRef?: Ref<HTMLFormElement>;
  /** The form fields. */
  children: ReactNode;
}

/** A form in a dialog: its fields, the reason for a refusal, and the buttons to submit or cancel. */
export function FormDialog({
  confirmLabel,
  onSubmit,
  isPending,
  isDisabled = false,
  isChanged,
  refusal = null,
  formRef,
  children,
  ...modal
}: FormDialogProps) {
  const t = useText();
  const form = useId();
  return (
    <Modal
      {...modal}
      isOpen
      isDismissable={!isPending && !isChanged}
      footer={
        <>
          <Button onPress={modal.onClose} isDisabled={isPending}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" isDisabled={isDisabled} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        {...(formRef && { ref: formRef })}
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && !isDisabled) onSubmit();
        }}
      >
        {refusal !== null && <Refusal>{refusal}</Refusal>}
        {children}
      </form>
    </Modal>
  );
}

/** A plain text gets a banner; richer content brings its own. */
const Refusal = ({ children }: { children: ReactNode }) =>
  typeof children === "string" ? <Banner tone="bad">{children}</Banner> : children;
