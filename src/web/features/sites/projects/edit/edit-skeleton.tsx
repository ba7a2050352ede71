import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The form while its values load. */
export function EditSkeleton() {
  return (
    <Outline className="block">
      <Skeleton className="mb-2 h-4 w-56" />
      <Skeleton className="mb-8 h-8 w-48" />
      {[3, 2, 2].map((fields, section) => (
        <div
          key={section}
          className="grid gap-x-12 gap-y-4 border-t border-line py-8 first-of-type:border-0 first-of-type:pt-0 lg:grid-cols-[15rem_minmax(0,40rem)]"
        >
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-4 w-48" />
          </div>
          <div className="flex flex-col gap-5">
            {Array.from({ length: fields }, (_, field) => (
              <Skeleton key={field} className="h-9 w-full" />
            ))}
          </div>
        </div>
      ))}
    </Outline>
  );
}
