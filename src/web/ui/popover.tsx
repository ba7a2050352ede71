import type { ReactElement, ReactNode } from "react";
import { DropdownTrigger, type Placement, useDropdown } from "./dropdown.tsx";
import { later, useLater } from "./later.ts";

const surface = later(() => import("./popover-surface.tsx"));

export interface PopoverProps {
  /** A button of this kit that handles React Aria's press events. */
  trigger: ReactElement;
  /** Accessible name. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: Placement;
  className?: string;
}

/** A small surface beside the button that opened it. Escape and a click beside it close it. */
export function Popover({ trigger, label, children, placement = "bottom start", className }: PopoverProps) {
  const state = useDropdown(placement);
  const Surface = useLater(surface, state.isOpen)?.PopoverSurface;
  return (
    <>
      <DropdownTrigger state={state} popup="dialog">
        {trigger}
      </DropdownTrigger>
      {Surface && (
        <Surface state={state} label={label} className={className}>
          {children}
        </Surface>
      )}
    </>
  );
}
