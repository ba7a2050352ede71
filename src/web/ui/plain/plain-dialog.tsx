import { X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "../bare-icon-button.tsx";
import { cx } from "../classes.ts";

const floating =
  "m-auto rounded-lg bg-raised shadow-float max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none open:anim-rise-in";

const widths = {
  form: cx(floating, "w-full max-w-120"),
  wide: cx(floating, "w-full max-w-160"),
  content: cx(floating, "w-fit max-w-[calc(100%-24px)]"),
  screen: "m-0 size-full max-h-none max-w-none bg-canvas",
} as const;

export interface PlainDialogProps {
  title: string;
  onClose: () => void;
  /**
   * `content`: as wide as its content. `screen`: full screen; the title is for screen readers only, and the content
   * closes it.
   */
  width?: keyof typeof widths;
  /** Called before Escape, the button or a press beside it closes it. */
  mayClose?: () => boolean;
  /** Of the inner box. */
  className?: string;
  children: ReactNode;
}

/**
 * The native dialog: Escape and a press beside it close it, focus stays inside and returns afterwards. A bottom sheet
 * on phones.
 */
export function PlainDialog({
  title,
  onClose,
  width = "form",
  mayClose = () => true,
  className,
  children,
}: PlainDialogProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    if (own !== null && !own.open) own.showModal();
    // Returns the focus even when the page unmounts it.
    return () => own?.close();
  }, []);
  const leave = () => {
    if (mayClose()) dialog.current?.close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, which the browser itself takes for closing
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onCancel={(event) => {
        if (!mayClose()) event.preventDefault();
      }}
      onClick={(event) => {
        // The content is in the inner box: only the overlay around it is the dialog element itself.
        if (event.target === dialog.current) leave();
      }}
      className={cx("p-0 text-ink backdrop:bg-veil", widths[width])}
    >
      {width === "screen" ? (
        <div className={cx("h-full", className)}>{children}</div>
      ) : (
        <div
          className={cx(
            "flex flex-col gap-5 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:p-6",
            className,
          )}
        >
          <div className="flex items-start justify-between gap-3">
            <h2 className="text-lg font-strong">{title}</h2>
            <BareIconButton
              icon={X}
              label={t("common.close")}
              onPress={leave}
              className="-me-2 -mt-1 touch:size-11"
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
