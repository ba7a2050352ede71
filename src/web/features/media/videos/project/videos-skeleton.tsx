import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";

export const videoGrid = "grid grid-cols-1 gap-x-5 gap-y-7 sm:grid-cols-2 xl:grid-cols-3";

export function VideosSkeleton() {
  const t = useText();
  return (
    <Card title={t("videos.title")}>
      <Outline className={videoGrid}>
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} className="aspect-2/1 rounded-lg" />
        ))}
      </Outline>
    </Card>
  );
}
