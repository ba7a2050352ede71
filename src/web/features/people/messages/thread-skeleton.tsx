import { cx } from "#web/ui/classes.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const lines = ["w-48", "w-64 self-end", "w-56", "w-40 self-end"];

/** A conversation that is loading. */
export function ThreadSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-4 p-6">
      {lines.map((line) => (
        <Skeleton key={line} className={cx("h-12 rounded-lg", line)} />
      ))}
    </div>
  );
}
