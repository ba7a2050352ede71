import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "./classes.ts";

/** A grey place where something will stand; give it the size and shape of that thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("anim-shimmer block rounded-md bg-press", className)} />;
}

export interface OutlineProps {
  /** What is said in place of "Loading...". */
  text?: string;
  className?: string;
  children: ReactNode;
}

/** Around the grey places of one thing that is on its way: tells who cannot see them. */
export function Outline({ text, className, children }: OutlineProps) {
  const t = useText();
  return (
    <output className={className}>
      <span className="sr-only">{text ?? t("common.loading")}</span>
      {children}
    </output>
  );
}
