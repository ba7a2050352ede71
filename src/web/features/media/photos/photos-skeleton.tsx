import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import "#web/shell/photos/photos.ts";

export const panelGrid = "grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-4";

export function PhotosSkeleton() {
  const t = useText();
  return (
    <Card title={t("photos.title")}>
      <Outline className={panelGrid}>
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} className="aspect-4/3 rounded-md" />
        ))}
      </Outline>
    </Card>
  );
}
