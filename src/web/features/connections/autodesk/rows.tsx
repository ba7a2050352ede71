import { Fragment, type ReactNode } from "react";
import { cx } from "#web/ui/classes.ts";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

interface RowsProps {
  label: string;
  children: ReactNode;
}

/** A list of rows on one surface. */
export function Rows({ label, children }: RowsProps) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg bg-surface ring-1 ring-line"
    >
      {children}
    </ul>
  );
}

/** One row: an icon, the description, and the actions. */
export const rowLook = "flex min-h-14 items-center gap-3 px-4 py-2.5";

/** The name of a row, of which the whole row is the target. */
export const wholeRow =
  "rounded-sm outline-none after:absolute after:inset-0 after:content-[''] focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent-text";

/** More facts of a row, small and below its name; empty parts are left out, each keeps its own direction. */
export function Facts({ of }: { of: readonly string[] }) {
  const parts = of.filter((part) => part !== "");
  if (parts.length === 0) return null;
  return (
    <span className="block truncate text-xs text-ink-muted tabular-nums">
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && " · "}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

/** Placeholder for loading rows. */
export function RowsSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <Outline className="block overflow-hidden rounded-lg bg-surface ring-1 ring-line">
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className={cx(rowLook, at > 0 && "border-t border-line")}>
          <Skeleton className="size-5 shrink-0" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={at % 2 === 0 ? "h-4 w-2/5" : "h-4 w-3/5"} />
            <Skeleton className="h-3 w-1/4" />
          </span>
        </span>
      ))}
    </Outline>
  );
}
