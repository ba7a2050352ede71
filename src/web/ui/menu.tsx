import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, type ReactElement, type ReactNode, use } from "react";
import type { MenuItemProps as AriaItemProps } from "react-aria-components/Menu";
import { DropdownTrigger, type Placement, useDropdown } from "./dropdown.tsx";
import { later, useLater } from "./later.ts";

const surface = later(() => import("./menu-surface.tsx"));

export interface MenuProps {
  /** The button that opens it: one of this kit that handles React Aria's press events. */
  trigger: ReactElement;
  /** Accessible name, where the trigger's own is unsuitable. */
  label?: string;
  children: ReactNode;
  placement?: Placement;
  /** Content above the entries that is not an entry. */
  header?: ReactNode;
  /** Key of the entry with the check mark, in menus that select one of several. */
  selected?: string;
  className?: string;
}

/** Opens upwards where there is too little room below. Its content is fetched when it first opens. */
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
  /** The icon has a direction and is mirrored in Arabic. */
  points?: boolean;
  isDestructive?: boolean;
  /** A smaller line under the label, such as the reason why it is disabled. */
  note?: string;
  /** The note is for screen readers only: the menu's header shows it for all entries. */
  isNoteHidden?: boolean;
  /** Before the label instead of an icon. */
  leading?: ReactNode;
}

/** Renders the entries, once it has loaded. */
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
