import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import { cx, floating, floatingMotion } from "./classes.ts";
import type { DropdownState } from "./dropdown.tsx";

export interface PopoverSurfaceProps {
  state: DropdownState;
  label: string;
  className: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function PopoverSurface({ state, label, className, children }: PopoverSurfaceProps) {
  const { triggerRef, isOpen, onOpenChange, placement } = state;
  const close = () => onOpenChange(false);
  return (
    <AriaPopover
      trigger="DialogTrigger"
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      className={cx(floating, floatingMotion, "max-w-[calc(100vw-1rem)]")}
    >
      <Dialog aria-label={label} className={cx("p-4 outline-none", className)}>
        {typeof children === "function" ? children(close) : children}
      </Dialog>
    </AriaPopover>
  );
}
