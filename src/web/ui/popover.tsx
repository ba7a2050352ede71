import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover as AriaPopover, type PopoverProps as AriaProps } from "react-aria-components/Popover";
import { cx, floating, floatingMotion } from "./classes.ts";

export interface PopoverProps {
  trigger: ReactElement;
  /** Its name for screen readers. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: AriaProps["placement"];
  className?: string;
}

/** A small surface beside the button that opened it. Escape and a click beside it close it. */
export function Popover({ trigger, label, children, placement = "bottom start", className }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover
        placement={placement}
        offset={6}
        className={cx(floating, floatingMotion, "max-w-[calc(100vw-1rem)]")}
      >
        <Dialog aria-label={label} className={cx("p-4 outline-none", className)}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
