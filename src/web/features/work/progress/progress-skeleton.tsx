import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

export function ProgressSkeleton() {
  return (
    <Outline className="flex flex-col gap-12">
      <span className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Skeleton className="h-24 w-40 rounded-lg" />
        <Skeleton className="h-52 rounded-lg" />
      </span>
      <span className="grid gap-4 md:grid-cols-2">
        <Skeleton className="aspect-2/1 rounded-lg" />
        <Skeleton className="aspect-2/1 rounded-lg max-md:hidden" />
      </span>
      <Skeleton className="h-40 rounded-lg" />
    </Outline>
  );
}
