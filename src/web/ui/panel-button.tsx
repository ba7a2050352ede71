import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useIsMobile } from "#web/lib/media-query.ts";
import { Badge } from "./badge.tsx";
import { IconButton } from "./icon-button.tsx";
import { Modal } from "./modal.tsx";
import { Popover } from "./popover.tsx";

export interface PanelButtonProps {
  icon: LucideIcon;
  /** Accessible name of the button, including the count where there is one. */
  label: string;
  /** Accessible name of the panel. */
  title: string;
  /** The number of new items; nothing is shown for zero, and `max` with a plus beyond it. */
  count: number;
  max: number;
  /** Announced when an item has arrived; false while there is none. */
  news: string | false;
  className: string;
  children: (panel: { close: () => void; isSheet: boolean }) => ReactNode;
}

/** A button with a count in its corner, and a popover panel; a bottom sheet on phones. */
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
