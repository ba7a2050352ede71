import { Camera } from "lucide-react";
import type { VisitRow } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { PictureCard } from "#web/ui/picture-card.tsx";

/** The newest visits, three to a line on a wide screen: large enough to see what was built. */
export function LatestVisits({ visits }: { visits: readonly VisitRow[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-3">
      {visits.map((visit, index) => {
        const isWalkable = visit.room_count > visit.processing_count;
        return (
          <PictureCard
            key={visit.id}
            href={isWalkable ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
            isDocument={isWalkable}
            src={visit.cover}
            icon={Camera}
            title={visit.name}
            isFirst={index < 3}
            mark={visit.processing_count > 0 && <Chip tone="info">{t("dashboard.in_the_making")}</Chip>}
          >
            <p className="own-direction truncate text-ink-muted">{visit.project}</p>
            <p className="text-ink-muted tabular-nums">
              <time dateTime={visit.visit_date} title={format.date(visit.visit_date, "moment")}>
                {format.ago(visit.visit_date)}
              </time>
              {" · "}
              {t("dashboard.rooms", { count: visit.room_count })}
            </p>
          </PictureCard>
        );
      })}
    </div>
  );
}
