import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The panel while its members load. */
export function TeamSkeleton() {
  const t = useText();
  return (
    <Card title={t("team.title")}>
      <Outline className="flex flex-col gap-4">
        {Array.from({ length: 4 }, (_, index) => (
          <span key={index} className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <span className="flex flex-1 flex-col gap-1.5">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </span>
          </span>
        ))}
      </Outline>
    </Card>
  );
}
