import { cardGrid } from "./picture-grid.ts";
import { Outline, Skeleton } from "./skeleton.tsx";

/** Skeleton of a card grid while its content is loading. */
export function CardsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Outline className={cardGrid}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex flex-col gap-2">
          <Skeleton className="aspect-2/1 rounded-lg" />
          <Skeleton className="mt-1 h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </Outline>
  );
}
