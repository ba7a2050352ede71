import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

/** The panel's placeholder while its script or its cameras load. */
export function PanelSkeleton() {
  const t = useText();
  return (
    <Card title={t("cctv.title")}>
      <Outline className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        {[0, 1, 2].map((at) => (
          <span key={at} className="flex flex-col gap-1.5">
            <Skeleton className="aspect-video" />
            <Skeleton className="h-4 w-3/5" />
          </span>
        ))}
      </Outline>
    </Card>
  );
}
