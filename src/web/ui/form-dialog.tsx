import { type ReactNode, type Ref, useId } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Modal, type ModalProps } from "./modal.tsx";

export interface FormDialogProps extends Pick<ModalProps, "title" | "size" | "onClose"> {
  /** Of the button that sends. */
  confirmLabel: string;
  onSubmit: () => void;
  isPending: boolean;
  /** Nothing to send yet, or it may not be sent. */
  isDisabled?: boolean;
  /** Closing would lose something: neither Escape nor a click beside the dialog closes it. */
  isChanged: boolean;
  /** Why it was refused, where no field says so. */
  refusal?: ReactNode;
  formRef?: Ref<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
}

/** A form over the page: its fields, why it was refused, and the buttons that send it or give it up. */
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

/** A sentence gets a banner; what is more than that brings its own. */
const Refusal = ({ children }: { children: ReactNode }) =>
  typeof children === "string" ? <Banner tone="bad">{children}</Banner> : children;
