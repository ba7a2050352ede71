import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";

/** A grey placeholder; give it the size and shape of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("anim-shimmer block rounded-md bg-press", className)} />;
}

export interface OutlineProps {
  /** Announced instead of "Loading...". */
  text?: string;
  className?: string;
  children: ReactNode;
}

/** Wraps the placeholders of one loading part: announces it to screen readers. */
export function Outline({ text, className, children }: OutlineProps) {
  const t = useText();
  return (
    <output className={className}>
      <span className="sr-only">{text ?? t("common.loading")}</span>
      {children}
    </output>
  );
}
