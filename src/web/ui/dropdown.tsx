import { type ReactElement, type RefObject, useId, useRef, useState } from "react";
import { ButtonContext, type ButtonProps } from "react-aria-components/Button";
import type { PopoverProps } from "react-aria-components/Popover";
import { limits } from "#contract/limits.ts";

export type Placement = NonNullable<PopoverProps["placement"]>;

/** Data passed to a dropdown surface; it is rendered by React Aria, loaded when it first opens. */
export interface DropdownState {
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** Id of the button, which names the dropdown unless it has a label of its own. */
  triggerId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  placement: Placement;
  /** Opened by a key: the first entry receives focus at once. */
  isByKeyboard: boolean;
}

/** As specified: pixels that a dropdown requires below its button before it opens above it. */
const ROOM = limits.shell.dropdownRoom;

/** Whether the dropdown is open, and where it is placed. */
export function useDropdown(wanted: Placement): DropdownState & { show: (isByKeyboard: boolean) => void } {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const triggerId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [way, setWay] = useState({ placement: wanted, isByKeyboard: false });
  const show = (isByKeyboard: boolean) => {
    setWay({ placement: placeFor(triggerRef.current, wanted), isByKeyboard });
    setIsOpen(true);
  };
  const onOpenChange = (next: boolean) => (next ? show(false) : setIsOpen(false));
  return { triggerRef, triggerId, isOpen, onOpenChange, show, ...way };
}

export interface DropdownTriggerProps {
  state: ReturnType<typeof useDropdown>;
  popup: "menu" | "dialog";
  /** A button of this kit that handles React Aria's press events. */
  children: ReactElement;
}

/** Makes the button open and close its dropdown. Arrow down also opens a menu. */
export function DropdownTrigger({ state, popup, children }: DropdownTriggerProps) {
  const { triggerRef, triggerId, isOpen, onOpenChange, show } = state;
  const press: ButtonProps["onPress"] = ({ pointerType }) =>
    isOpen ? onOpenChange(false) : show(pointerType === "keyboard" || pointerType === "virtual");
  const keyDown: ButtonProps["onKeyDown"] = (event) => {
    if (popup === "menu" && event.key === "ArrowDown") show(true);
    else event.continuePropagation();
  };
  return (
    <ButtonContext
      value={{
        ref: triggerRef,
        id: triggerId,
        onPress: press,
        onKeyDown: keyDown,
        "aria-haspopup": popup,
        "aria-expanded": isOpen,
      }}
    >
      {children}
    </ButtonContext>
  );
}

/** Above, when there is less than the required room below and more above than below. */
function placeFor(trigger: HTMLElement | null, wanted: Placement): Placement {
  if (trigger === null || !wanted.startsWith("bottom")) return wanted;
  const { top, bottom } = trigger.getBoundingClientRect();
  const below = innerHeight - bottom;
  return below < ROOM && top > below ? (wanted.replace("bottom", "top") as Placement) : wanted;
}
