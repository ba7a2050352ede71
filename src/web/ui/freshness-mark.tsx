import type { Freshness } from "#web/lib/freshness.ts";
import { cx } from "./classes.ts";

/** Colour and shape carry the same meaning: full, half, hollow. */
const shapes: Readonly<Record<Freshness, string>> = {
  fresh: "bg-ok",
  ageing: "border-2 border-warn bg-[linear-gradient(to_top,var(--warn)_50%,transparent_50%)]",
  stale: "border-2 border-bad",
};

export function FreshnessMark({ freshness, className }: { freshness: Freshness; className?: string }) {
  return <span aria-hidden className={cx("size-3 shrink-0 rounded-full", shapes[freshness], className)} />;
}
