import { cx } from "./classes.ts";

/** A grey place where something will stand; give it the size and shape of that thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("anim-shimmer block rounded-md bg-press", className)} />;
}
