import { Outline, Skeleton } from "./skeleton.tsx";

/** Skeleton of a list of rows while its content is loading. */
export function RowsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Outline className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </Outline>
  );
}
