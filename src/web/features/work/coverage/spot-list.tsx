import { Pencil } from "lucide-react";
import { useState } from "react";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { SpotFacts } from "./spot-state.tsx";

interface SpotListProps {
  coverage: Coverage;
  onEdit: (spot: CoverageSpot) => void;
}

const PER_PAGE = 24;

/** Every spot of the project, those on no floor plan included. */
export function SpotList({ coverage, onEdit }: SpotListProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { spots, today } = coverage;
  const shown = spots.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <Card
      title={t("coverage.list.title")}
      actions={
        <span className="pe-2 text-sm text-ink-muted">
          {t("coverage.list.count", { count: spots.length })}
        </span>
      }
    >
      <ul aria-label={t("coverage.list.title")} className="grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((spot) => (
          <li key={spot.id} className="flex min-h-14 items-center gap-3 border-b border-line py-2">
            <SpotFacts spot={spot} today={today} />
            {coverage.can["edit"] === true && (
              <IconButton
                icon={Pencil}
                label={t("coverage.list.edit", { name: spot.name })}
                onPress={() => onEdit(spot)}
                className="touch:size-11"
              />
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} perPage={PER_PAGE} total={spots.length} onChange={setPage} />
    </Card>
  );
}
