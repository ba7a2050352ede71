import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The panel's shape while its script or its snags load. */
export function PanelSkeleton() {
  const t = useText();
  return (
    <Card title={t("snags.title")}>
      <Outline className="flex flex-col gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </Outline>
    </Card>
  );
}
