import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import {
  type MenuItemProps as AriaItemProps,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
} from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { cx, floating, floatingMotion, optionRow } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Its name for screen readers, where the trigger's own does not serve. */
  label?: string;
  children: ReactNode;
  placement?: PopoverProps["placement"];
  /** Something above the entries that is no entry. */
  header?: ReactNode;
  /** Key of the entry with the check mark, in menus that choose one of several. */
  selected?: string;
  className?: string;
}

/** Opens upward by itself where there is too little room below. */
export function Menu({
  trigger,
  label,
  children,
  placement = "bottom end",
  header,
  selected,
  className,
}: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover
        placement={placement}
        offset={6}
        className={cx(floating, floatingMotion, "min-w-52", className)}
      >
        {header}
        <AriaMenu
          {...(label !== undefined && { "aria-label": label })}
          {...(selected !== undefined && { selectionMode: "single", selectedKeys: [selected] })}
          className="max-h-[inherit] overflow-auto p-1 outline-none"
        >
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps extends Omit<AriaItemProps, "children" | "className" | "style" | "textValue"> {
  label: string;
  icon?: LucideIcon;
  /** The drawing points along the line and is mirrored in Arabic. */
  points?: boolean;
  isDestructive?: boolean;
  /** In front of the label instead of an icon. */
  leading?: ReactNode;
}

export function MenuItem({
  label,
  icon,
  points = false,
  isDestructive = false,
  leading,
  ...props
}: MenuItemProps) {
  return (
    <AriaMenuItem
      {...props}
      textValue={label}
      className={cx(optionRow, "no-underline", isDestructive && "text-bad-text")}
    >
      {({ isSelected }) => (
        <>
          {leading}
          {icon && (
            <Icon of={icon} size="sm" points={points} className={isDestructive ? "" : "text-ink-muted"} />
          )}
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
        </>
      )}
    </AriaMenuItem>
  );
}

export function MenuSeparator() {
  return <Separator className="mx-2 my-1 h-px bg-line" />;
}
