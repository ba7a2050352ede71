import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { Badge } from "./badge.tsx";
import { IconButton } from "./icon-button.tsx";
import { Modal } from "./modal.tsx";
import { Popover } from "./popover.tsx";

export interface PanelButtonProps {
  icon: LucideIcon;
  /** The button's name, with the number where there is one. */
  label: string;
  /** The panel's name. */
  title: string;
  /** Of what is new; nothing is shown for zero, and `max` with a plus beyond it. */
  count: number;
  max: number;
  /** Read out when something has come; false while nothing has. */
  news: string | false;
  className: string;
  children: (panel: { close: () => void; isSheet: boolean }) => ReactNode;
}

/** A button with a number in its corner, and a panel that hangs on it; on phones a sheet from below. */
export function PanelButton({ icon, label, title, count, max, news, className, children }: PanelButtonProps) {
  const isSheet = useIsMobile();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const closeSheet = () => setIsSheetOpen(false);
  return (
    <span className="relative inline-flex">
      {isSheet ? (
        <IconButton
          icon={icon}
          label={label}
          aria-haspopup="dialog"
          aria-expanded={isSheetOpen}
          onPress={() => setIsSheetOpen(true)}
          className={className}
        />
      ) : (
        <Popover
          trigger={<IconButton icon={icon} label={label} className={className} />}
          label={title}
          placement="bottom end"
          className="w-105 max-w-full p-0!"
        >
          {(close) => children({ close, isSheet })}
        </Popover>
      )}
      <Badge
        count={count}
        max={max}
        tone="bad"
        className="pointer-events-none absolute -end-0.5 -top-0.5 ring-2 ring-canvas"
      />
      <output className="sr-only">{news}</output>
      {isSheet && (
        <Modal title={title} isOpen={isSheetOpen} onClose={closeSheet} size="sm">
          {children({ close: closeSheet, isSheet })}
        </Modal>
      )}
    </span>
  );
}
