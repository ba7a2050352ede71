import { X } from "lucide-react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal as AriaModal, ModalOverlay } from "react-aria-components/Modal";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "./bare-icon-button.tsx";
import { cx } from "./classes.ts";
import type { ModalProps } from "./modal.tsx";

const widths: Record<NonNullable<ModalProps["size"]>, string> = {
  sm: "md:max-w-100",
  md: "md:max-w-130",
  lg: "md:max-w-190",
  xl: "md:max-w-285",
};

export function ModalSurface({
  title,
  isOpen,
  onClose,
  size = "md",
  children,
  footer,
  isDismissable = true,
  role = "dialog",
}: ModalProps) {
  const t = useText();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      // Only a press on the overlay counts as outside: an option of a list that opened over the dialog is removed as it
      // is pressed.
      shouldCloseOnInteractOutside={(element) => element.hasAttribute("data-veil")}
      data-veil=""
      className="fixed inset-0 z-50 flex items-end justify-center bg-veil md:items-center md:p-6 entering:anim-fade-in exiting:anim-fade-out"
    >
      <AriaModal
        className={cx(
          "flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-lg bg-raised shadow-float md:max-h-[calc(100dvh-3rem)] md:rounded-lg",
          "max-md:entering:anim-sheet-in max-md:exiting:anim-sheet-out md:entering:anim-rise-in md:exiting:anim-fade-out",
          widths[size],
        )}
      >
        <Dialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 pb-3">
            <Heading slot="title" className="text-lg font-strong">
              {title}
            </Heading>
            {isDismissable && <BareIconButton icon={X} label={t("common.close")} onPress={onClose} />}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:*:flex-1">
              {footer}
            </footer>
          )}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
