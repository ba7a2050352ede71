import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";

export interface PanelProps {
  icon: LucideIcon;
  title: string;
  /** Its purpose, in a sentence. */
  text: ReactNode;
  /** Its status, beside the title. */
  state?: ReactNode;
  /** Its action, at the end. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One means of protection: its purpose, status and actions. */
export function Panel({ icon, title, text, state, action, children }: PanelProps) {
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line sm:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-press text-ink-muted">
          <Icon of={icon} />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="text-base font-strong">{title}</h3>
            {state}
          </div>
          <p className="mt-0.5 text-ink-muted">{text}</p>
        </div>
        {action !== undefined && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{action}</div>
        )}
      </div>
      {children}
    </section>
  );
}
