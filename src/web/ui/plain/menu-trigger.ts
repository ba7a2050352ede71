import { createContext, type RefObject } from "react";

/** What the button that opens a menu is given by it. */
export interface MenuTriggerProps {
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onPress: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
}

export const MenuTrigger = createContext<MenuTriggerProps | null>(null);
