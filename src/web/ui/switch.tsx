import type { ReactNode } from "react";
import { type SwitchProps as AriaProps, Switch as AriaSwitch } from "react-aria-components/Switch";
import { cx } from "./classes.ts";

export interface SwitchProps extends Omit<AriaProps, "children" | "className" | "style"> {
  children: ReactNode;
  className?: string;
}

/** A setting that takes effect immediately, without a save button. */
export function Switch({ children, className, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className={cx(
        "group hit-area flex w-fit cursor-default items-center gap-2.5 text-sm outline-none select-none disabled:text-ink-faint touch:min-h-11",
        className,
      )}
    >
      <span className="flex h-5 w-8.5 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors group-selected:bg-accent group-disabled:opacity-50 group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent-text">
        <span className="size-4 rounded-full bg-white shadow-[0_1px_2px_oklch(0_0_0/0.3)] transition-transform group-selected:translate-x-3.5 rtl:group-selected:-translate-x-3.5" />
      </span>
      {children}
    </AriaSwitch>
  );
}
