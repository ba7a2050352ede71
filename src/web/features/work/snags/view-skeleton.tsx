import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import type { SnagView } from "./list-state.ts";

/** The shape of a view while it loads. */
export function ViewSkeleton({ view }: { view: SnagView }) {
  return (
    <Outline className="block">
      {view === "board" ? (
        <span className="grid gap-3 md:grid-cols-3 xl:grid-cols-5">
          {[3, 2, 2, 1, 1].map((cards, column) => (
            <span
              key={column}
              className="flex flex-col gap-2 max-xl:nth-[n+4]:hidden max-md:nth-[n+2]:hidden"
            >
              <Skeleton className="mb-1 h-6 w-28" />
              {Array.from({ length: cards }, (_, card) => (
                <Skeleton key={card} className="h-28" />
              ))}
            </span>
          ))}
        </span>
      ) : view === "list" ? (
        <span className="flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} className="h-12 w-full max-md:h-24" />
          ))}
        </span>
      ) : (
        <Skeleton className="aspect-3/2 w-full" />
      )}
    </Outline>
  );
}
