import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The page while the project loads: picture, timeline, two columns. */
export function CockpitSkeleton() {
  return (
    <Outline className="block">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-3 h-52 rounded-lg sm:h-72 xl:h-84" />
      <div className="mt-4 mb-6 flex gap-3">
        <Skeleton className="h-6 w-32 rounded-full" />
        <Skeleton className="h-6 w-40 rounded-full" />
        <Skeleton className="ms-auto h-9 w-28" />
      </div>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </Outline>
  );
}
