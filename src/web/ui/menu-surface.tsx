import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { Text } from "react-aria-components/Text";
import { cx, floating, floatingMotion, optionRow } from "./classes.ts";
import type { DropdownState } from "./dropdown.tsx";
import { Icon } from "./icon.tsx";
import { type MenuItemProps, MenuParts } from "./menu.tsx";

export interface MenuSurfaceProps {
  state: DropdownState;
  label: string | undefined;
  header: ReactNode;
  selected: string | undefined;
  className: string | undefined;
  children: ReactNode;
}

/** The open menu: entries, keyboard handling, and position beside the button. */
export function MenuSurface({ state, label, header, selected, className, children }: MenuSurfaceProps) {
  const { triggerRef, triggerId, isOpen, onOpenChange, placement, isByKeyboard } = state;
  const name = label === undefined ? { "aria-labelledby": triggerId } : { "aria-label": label };
  return (
    <Popover
      {...name}
      trigger="MenuTrigger"
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      className={cx(floating, floatingMotion, "min-w-52", className)}
    >
      {header}
      <MenuParts value={parts}>
        <AriaMenu
          {...name}
          {...(selected !== undefined && { selectionMode: "single", selectedKeys: [selected] })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that opens has the focus, as its pattern says
          autoFocus={isByKeyboard ? "first" : true}
          onClose={() => onOpenChange(false)}
          className="max-h-[inherit] overflow-auto p-1 outline-none"
        >
          {children}
        </AriaMenu>
      </MenuParts>
    </Popover>
  );
}

function Item({
  label,
  icon,
  points = false,
  isDestructive = false,
  leading,
  note,
  isNoteHidden = false,
  ...props
}: MenuItemProps): ReactNode {
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
          {note === undefined ? (
            <span className="own-direction min-w-0 flex-1 truncate">{label}</span>
          ) : (
            <span className="min-w-0 flex-1">
              <Text slot="label" className="own-direction block truncate">
                {label}
              </Text>
              <Text
                slot="description"
                className={isNoteHidden ? "sr-only" : "block max-w-56 text-xs whitespace-normal"}
              >
                {note}
              </Text>
            </span>
          )}
          {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
        </>
      )}
    </AriaMenuItem>
  );
}

const Line = (): ReactNode => <Separator className="mx-2 my-1 h-px bg-line" />;

const parts = { Item, Line };
