import { useText } from "#web/lib/use-text.ts";
import { OnPlan } from "./on-plan.tsx";
import { PinName } from "./place-pin.tsx";
import type { Point } from "./plan-frame.ts";

/** A proposed position of a room: hollow until accepted; it can be dragged before that. */
export function ProposedPin({
  name,
  point,
  onMove,
}: {
  name: string;
  point: Point;
  onMove: (to: Point) => void;
}) {
  const t = useText();
  return (
    <OnPlan point={point} onMove={onMove}>
      <span className="group absolute flex size-11 -translate-1/2 cursor-grab touch-none items-center justify-center">
        <span className="sr-only">{t("sheets.proposed", { name })}</span>
        <span className="size-6 rounded-full border-2 border-dashed border-accent-strong bg-white/80 shadow-float" />
        <PinName name={name} isShown={false} />
      </span>
    </OnPlan>
  );
}
