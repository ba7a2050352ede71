import type { ReactNode } from "react";
import { cx } from "./classes.ts";

export interface CardProps {
  title?: string;
  /** At the far end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
  /** `false` lets pictures and tables reach the edges. */
  isPadded?: boolean;
  className?: string;
}

/** A surface for related content. Not for a row of coloured figures. */
export function Card({ title, actions, children, isPadded = true, className }: CardProps) {
  return (
    <section className={cx("overflow-hidden rounded-lg bg-surface ring-1 ring-line", className)}>
      {title !== undefined && (
        <header className="flex min-h-12 items-center justify-between gap-3 py-1.5 ps-4 pe-2">
          <h2 className="text-sm font-strong">{title}</h2>
          {actions}
        </header>
      )}
      <div className={cx(isPadded && (title === undefined ? "p-4" : "px-4 pb-4"))}>{children}</div>
    </section>
  );
}
