import { Check, Copy } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { useCopy } from "./use-copy.ts";

export interface CopyRowProps {
  label: string;
  value: string;
  /** Label of the button; without one the text can only be selected. */
  action?: string | undefined;
  isMain?: boolean;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** A text to copy, selected as a whole on focus, with the button that copies it. */
export function CopyRow({ label, value, action, isMain = false, inputRef }: CopyRowProps) {
  const t = useText();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const { state, copy } = useCopy();
  const take = async () => {
    // A page without clipboard access leaves the text selected, ready for the keyboard.
    if (!(await copy(value))) input.current?.select();
  };
  const isCopied = state === "copied";
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-strong">
        {label}
      </label>
      <div className="flex gap-2 max-[30rem]:flex-col">
        <input
          ref={input}
          id={id}
          value={value}
          readOnly
          dir="ltr"
          aria-describedby={`${id}said`}
          onFocus={({ currentTarget }) => selectFromItsBeginning(currentTarget)}
          className={cx(fieldBox, controlHeight, "flex-1 text-ellipsis max-[30rem]:flex-none")}
        />
        {action !== undefined && (
          <PlainButton {...(isMain && { variant: "primary" })} onClick={() => void take()}>
            <Icon of={isCopied ? Check : Copy} size="sm" />
            {isCopied ? t("sharing.links.copied") : action}
          </PlainButton>
        )}
      </div>
      <span id={`${id}said`} aria-live="polite" className="text-xs text-bad-text empty:hidden">
        {state === "failed" && t("sharing.links.copy_failed")}
      </span>
    </div>
  );
}

function selectFromItsBeginning(input: HTMLInputElement): void {
  input.select();
  // The browser scrolls to the end of the selection; a long URL is recognized by its beginning.
  requestAnimationFrame(() => {
    input.scrollLeft = 0;
  });
}
