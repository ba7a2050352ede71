import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";

export interface FoldProps {
  title: string;
  /** Initially open. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A collapsible part of a dialog. Its content is rendered when it is first opened, and kept from then on. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  const [isMade, setIsMade] = useState(isOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setIsMade(true)}
      className="group/fold border-t border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-sm font-strong [&::-webkit-details-marker]:hidden">
        {title}
        <Icon
          of={ChevronDown}
          size="sm"
          className="text-ink-muted transition-transform group-open/fold:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="pt-1 pb-4">{isMade && children}</div>
    </details>
  );
}
