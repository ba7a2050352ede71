import { createContext, type RefObject } from "react";

/** The props that a menu passes to the button that opens it. */
export interface MenuTriggerProps {
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onPress: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
}

export const MenuTrigger = createContext<MenuTriggerProps | null>(null);
