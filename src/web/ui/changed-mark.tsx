import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";

export interface ChangedMarkProps {
  isChanged: boolean;
  children: ReactNode;
  className?: string;
}

/** Around a field: a line at its side while it holds an unsaved change. */
export function ChangedMark({ isChanged, children, className }: ChangedMarkProps) {
  const t = useText();
  return (
    <div className={cx("relative min-w-0", className)} {...(isChanged && { "data-changed": "" })}>
      {children}
      {isChanged && (
        <span className="absolute inset-y-0 -start-3 w-0.5 rounded-full bg-accent">
          <span className="sr-only">{t("common.changed")}</span>
        </span>
      )}
    </div>
  );
}
