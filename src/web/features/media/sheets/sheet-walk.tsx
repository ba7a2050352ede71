import type { SheetWalk } from "#contract/walks.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { LineSample, PlanLine } from "#web/ui/floor-plan/plan-line.tsx";

interface SheetWalkProps {
  walk: SheetWalk | null | undefined;
}

/** The path of a walk on a floor plan. */
export function SheetWalkLines({ walk }: SheetWalkProps) {
  if (walk === null || walk === undefined) return null;
  return (
    <PlanLine
      lines={walk.lines.map(({ points, is_uncertain }) => ({
        points: points.map(([x, y]) => ({ x, y })),
        isDashed: is_uncertain,
      }))}
    />
  );
}

/** Legend of the lines: the visit, and which parts are uncertain. */
export function SheetWalkLegend({ walk }: SheetWalkProps) {
  const t = useText();
  const format = useFormat();
  if (walk === null || walk === undefined) return null;
  const has = (isUncertain: boolean) => walk.lines.some(({ is_uncertain }) => is_uncertain === isUncertain);
  return (
    <>
      <span className="flex items-center gap-2">
        <LineSample isDashed={!has(false)} />
        {t("sheets.legend.walk", { name: walk.visit, date: format.date(walk.visit_date) })}
      </span>
      {has(true) && (
        <span className="flex items-center gap-2">
          <LineSample isDashed />
          {t("walks.uncertain_line")}
        </span>
      )}
    </>
  );
}
