import type { ReactNode } from "react";

/** A part of the screen under its own heading. */
export function Section({
  id,
  title,
  note,
  actions,
  children,
}: {
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="print:break-inside-avoid">
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="flex flex-wrap items-baseline gap-x-2 text-lg font-strong">
          {title}
          {note !== undefined && <span className="text-sm font-normal text-ink-muted">{note}</span>}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
