import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

export interface ActionBarProps {
  /** The target of the actions, for screen readers: 'Chosen invoices'. */
  label: string;
  /** The number of selected rows, as text. */
  count: string;
  onClear: () => void;
  /** Selects all that the list shows; undefined where all of it is selected, or that makes no sense. */
  onAll?: (() => void) | undefined;
  /** The actions, as quiet buttons. */
  children: ReactNode;
}

/** Actions for the selected rows of a list. Floats over its bottom edge while there are any. */
export function ActionBar({ label, count, onClear, onAll, children }: ActionBarProps) {
  const t = useText();
  return (
    <div
      role="toolbar"
      aria-label={label}
      // Toasts rise above it: `toast-surface.tsx`.
      data-bottom-bar
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full anim-rise-in flex-wrap items-center gap-0.5 rounded-lg bg-raised p-1.5 shadow-float max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full print:hidden"
    >
      <IconButton icon={X} label={t("common.select_none")} onPress={onClear} className="touch:size-11" />
      <output className="me-auto px-1.5 text-sm font-strong whitespace-nowrap tabular-nums">{count}</output>
      {onAll !== undefined && (
        <Button variant="quiet" onPress={onAll} className="max-md:hidden">
          {t("common.select_shown")}
        </Button>
      )}
      {/* On phones a row of its own: none of the actions may be hidden at the edge. */}
      <div className="flex flex-wrap items-center gap-0.5 max-md:w-full">{children}</div>
    </div>
  );
}
