import { X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "../bare-icon-button.tsx";
import { cx } from "../classes.ts";

const widths = {
  form: "w-full max-w-120",
  wide: "w-full max-w-160",
  content: "w-fit max-w-[calc(100%-24px)]",
} as const;

export interface PlainDialogProps {
  title: string;
  onClose: () => void;
  /** `content`: as wide as what is in it. */
  width?: keyof typeof widths;
  /** Of the box within. */
  className?: string;
  children: ReactNode;
}

/** The browser's own dialog: Escape and a press beside it close it, focus stays inside and returns after. On phones a sheet from below. */
export function PlainDialog({ title, onClose, width = "form", className, children }: PlainDialogProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    if (own !== null && !own.open) own.showModal();
    // Taken away by its page it still gives the focus back.
    return () => own?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key is Escape, which the browser itself takes for closing
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        // What lies in the dialog lies in its inner box: only the veil around is the dialog itself.
        if (event.target === dialog.current) dialog.current.close();
      }}
      className={cx(
        "m-auto rounded-lg bg-raised p-0 text-ink shadow-float backdrop:bg-veil max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none open:anim-rise-in",
        widths[width],
      )}
    >
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
            onPress={() => dialog.current?.close()}
            className="-me-2 -mt-1 touch:size-11"
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}
