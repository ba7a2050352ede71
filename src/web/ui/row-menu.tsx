import { ArrowDown, ArrowUp, EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "./icon-button.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import type { SortControls } from "./sortable-list.tsx";

export interface RowMenuProps {
  /** Names the menu: 'Actions for Hall'. */
  label: string;
  /** Name of the row, for the texts of the move actions. */
  name: string;
  controls: SortControls;
  /** Further entries, below the move actions. */
  children?: ReactNode;
}

/** Actions of a row of a sorted list, where there is no room for buttons. */
export function RowMenu({ label, name, controls: { moveUp, moveDown }, children }: RowMenuProps) {
  const t = useText();
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="size-11" />}
    >
      {moveUp && <MenuItem icon={ArrowUp} label={t("common.move_up", { name })} onAction={moveUp} />}
      {moveDown && <MenuItem icon={ArrowDown} label={t("common.move_down", { name })} onAction={moveDown} />}
      {children}
    </Menu>
  );
}
