import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** A snag's shape while it loads. */
export function DetailSkeleton() {
  return (
    <Outline className="flex flex-col gap-5 p-5">
      <Skeleton className="h-8 w-24" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-16" />
      <Skeleton className="h-12" />
      <span className="grid grid-cols-2 gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </span>
      <Skeleton className="h-36" />
    </Outline>
  );
}
