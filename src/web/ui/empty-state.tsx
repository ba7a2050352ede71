import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Hint at what the user can do about it. */
  text?: string;
  /** The button for that. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx("mx-auto flex max-w-100 flex-col items-center gap-1.5 px-4 py-14 text-center", className)}
    >
      <Icon of={icon} size="xl" className="mb-2 stroke-[1.25] text-ink-faint" />
      <p className="text-base font-strong">{title}</p>
      {text !== undefined && <p className="text-ink-muted">{text}</p>}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
