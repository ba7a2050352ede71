import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The panel's shape while its script or its floor plans load. */
export function PlansSkeleton() {
  const t = useText();
  return (
    <Card title={t("sheets.title")}>
      <Outline>
        <Skeleton className="mb-3 h-8 w-56 max-w-full" />
        <Skeleton className="aspect-3/2 w-full" />
      </Outline>
    </Card>
  );
}
