import { useEffect, useState } from "react";
import type { ViewerSheet, ViewerWalks } from "#contract/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { LineSample, PlanLine } from "#web/ui/floor-plan/plan-line.tsx";
import { useFrame } from "../frame.ts";
import { walksOf } from "./walks.ts";

export interface WalkLinesProps {
  sheet: ViewerSheet;
  isLarge: boolean;
}

/** The lines of the visit's walks on this floor plan. */
export function WalkLines({ sheet, isLarge }: WalkLinesProps) {
  const lines = useLines(sheet);
  return (
    <PlanLine
      width={isLarge ? 3 : 2}
      lines={lines.map(({ points, is_uncertain }) => ({
        points: points.map(([x, y]) => ({ x, y })),
        isDashed: is_uncertain,
      }))}
    />
  );
}

/** The meaning of the lines, as far as this floor plan shows them. */
export function WalkLegend({ sheet }: Pick<WalkLinesProps, "sheet">) {
  const t = useText();
  const lines = useLines(sheet);
  const kinds = [false, true].filter((isDashed) => lines.some((line) => line.is_uncertain === isDashed));
  if (kinds.length === 0) return null;
  return (
    <ul aria-label={t("viewer.plan.lines")} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
      {kinds.map((isDashed) => (
        <li key={String(isDashed)} className="flex items-center gap-2">
          <LineSample isDashed={isDashed} />
          {t(isDashed ? "viewer.plan.uncertain_path" : "viewer.plan.path")}
        </li>
      ))}
    </ul>
  );
}

function useLines({ id_sheet }: ViewerSheet): ViewerWalks["lines"] {
  const visit = useStore(useFrame().tour.visit);
  const [walks, setWalks] = useState<ViewerWalks | null>(null);
  useEffect(() => {
    let isWanted = true;
    void walksOf(visit).then((found) => isWanted && setWalks(found));
    return () => {
      isWanted = false;
    };
  }, [visit]);
  return (walks?.lines ?? []).filter((line) => line.id_sheet === id_sheet);
}
