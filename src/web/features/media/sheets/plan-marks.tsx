import { Navigation2 } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import type { Sheet } from "#contract/sheets.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { useFloorPlan } from "#web/ui/floor-plan/stage-context.ts";
import { Icon } from "#web/ui/icon.tsx";
import { roundLength } from "./round-length.ts";

/** Above a plan: where north lies and how long a metre is. */
export function PlanMarks({ sheet }: { sheet: Pick<Sheet, "north" | "width_metres"> }) {
  const t = useText();
  return (
    <div className="pointer-events-none absolute end-2 bottom-2 z-10 flex items-end gap-2">
      {sheet.width_metres !== null && <ScaleBar metres={sheet.width_metres} />}
      <span className="flex size-9 items-center justify-center rounded-full bg-surface/90 text-ink shadow-float">
        <span className="sr-only">{t("sheets.north_at", { degrees: Math.round(sheet.north) })}</span>
        <span style={{ rotate: `${sheet.north}deg` }} className="flex flex-col items-center leading-none">
          <Icon of={Navigation2} size="sm" className="fill-current" />
        </span>
      </span>
    </div>
  );
}

/** CSS pixels that the bar has at most. */
const BAR = 120;

/** The bar grows with the plan by its style; it is rendered anew when its length is another round one. */
function ScaleBar({ metres }: { metres: number }) {
  const t = useText();
  const format = useFormat();
  const { stage, size } = useFloorPlan();
  const perMetre = size.width / metres;
  const lengthNow = useCallback(() => {
    const scale = stage.sight()?.view.scale ?? 0;
    return scale > 0 ? roundLength(BAR / (perMetre * scale)) : null;
  }, [stage, perMetre]);
  const length = useSyncExternalStore(stage.subscribe, lengthNow);
  if (length === null) return null;
  return (
    <span className="rounded-sm bg-surface/90 px-2 py-1 text-xs text-ink shadow-float" dir="ltr">
      <span className="own-direction block text-center tabular-nums">
        {t("sheets.metres", { length: format.number(length) })}
      </span>
      <span
        className="block h-1.5 border-x-2 border-b-2 border-current"
        style={{ width: `calc(${length * perMetre}px * var(--plan-scale))` }}
      />
    </span>
  );
}
