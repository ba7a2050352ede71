import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from "react-aria-components/Checkbox";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface CheckboxProps extends Omit<AriaProps, "children" | "className" | "style"> {
  /** The label; without it an `aria-label` or the slot of a table is required. */
  children?: ReactNode;
  className?: string;
}

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={cx(
        "group hit-area flex w-fit cursor-default items-center gap-2.5 rounded-sm text-sm outline-none select-none disabled:text-ink-faint touch:min-h-11",
        className,
      )}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-white transition-colors group-selected:border-accent group-selected:bg-accent group-indeterminate:border-accent group-indeterminate:bg-accent group-hover:border-ink-faint group-disabled:opacity-50 group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent-text">
            {isIndeterminate ? (
              <Icon of={Minus} size="sm" />
            ) : (
              isSelected && <Icon of={Check} size="sm" className="size-3.5 stroke-3" />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
