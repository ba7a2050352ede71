import { Skeleton } from "#web/ui/skeleton.tsx";

/** Placeholder for the rows of the dropdown. */
export function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-5 p-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
