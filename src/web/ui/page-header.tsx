import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs.tsx";
import { cx } from "./classes.ts";

export interface PageHeaderProps {
  title: string;
  /** A line under the title: location, date, count. */
  note?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Buttons at the far end; below on phones. */
  actions?: ReactNode;
  /** Hides the buttons but keeps their space: an empty list would otherwise remove them from under the pointer. */
  areActionsHeld?: boolean;
  className?: string;
}

export function PageHeader({ title, note, crumbs, actions, areActionsHeld, className }: PageHeaderProps) {
  return (
    <header className={cx("mb-6 flex flex-col gap-2", className)}>
      {crumbs && crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="own-direction text-xl font-strong">{title}</h1>
          {note !== undefined && <div className="mt-0.5 text-ink-muted">{note}</div>}
        </div>
        {actions !== undefined && (
          <div className={cx("flex flex-wrap gap-2 print:hidden", areActionsHeld && "invisible")}>
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
