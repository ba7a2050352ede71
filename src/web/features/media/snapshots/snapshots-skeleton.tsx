import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { snapshotGrid } from "./snapshot-grid.ts";

/** The panel's shape while its script or its pictures load. */
export function SnapshotsSkeleton() {
  const t = useText();
  return (
    <Card title={t("snapshots.title")}>
      <Outline className={snapshotGrid}>
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="aspect-video w-full" />
        ))}
      </Outline>
    </Card>
  );
}
