import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactElement, type ReactNode, use } from "react";
import type { MenuItemProps as AriaItemProps } from "react-aria-components/Menu";
import { DropdownTrigger, type Placement, useDropdown } from "./dropdown.tsx";
import { later, useLater } from "./later.ts";

const surface = later(() => import("./menu-surface.tsx"));

export interface MenuProps {
  /** The button that opens it: one of this kit that hears React Aria's presses. */
  trigger: ReactElement;
  /** Its name for screen readers, where the trigger's own does not serve. */
  label?: string;
  children: ReactNode;
  placement?: Placement;
  /** Something above the entries that is no entry. */
  header?: ReactNode;
  /** Key of the entry with the check mark, in menus that choose one of several. */
  selected?: string;
  className?: string;
}

/** Opens upward where there is too little room below. What it is made of is fetched when it first opens. */
export function Menu({ trigger, placement = "bottom end", ...menu }: MenuProps) {
  const state = useDropdown(placement);
  const Surface = useLater(surface, state.isOpen)?.MenuSurface;
  return (
    <>
      <DropdownTrigger state={state} popup="menu">
        {trigger}
      </DropdownTrigger>
      {Surface && (
        <Surface
          state={state}
          label={menu.label}
          header={menu.header}
          selected={menu.selected}
          className={menu.className}
        >
          {menu.children}
        </Surface>
      )}
    </>
  );
}

export interface MenuItemProps extends Omit<AriaItemProps, "children" | "className" | "style" | "textValue"> {
  label: string;
  icon?: LucideIcon;
  /** The drawing points along the line and is mirrored in Arabic. */
  points?: boolean;
  isDestructive?: boolean;
  /** A smaller line under the label, as why it is off. */
  note?: string;
  /** The note is read out alone: the menu's header shows it for all of them. */
  isNoteHidden?: boolean;
  /** In front of the label instead of an icon. */
  leading?: ReactNode;
}

/** What draws the entries, once it is here. */
export const MenuParts = createContext<{ Item: ComponentType<MenuItemProps>; Line: ComponentType } | null>(
  null,
);

export function MenuItem(props: MenuItemProps) {
  const parts = use(MenuParts);
  return parts && <parts.Item {...props} />;
}

export function MenuSeparator() {
  const parts = use(MenuParts);
  return parts && <parts.Line />;
}
