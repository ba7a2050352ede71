import type { KeyboardEvent } from "react";
import type { CoverageSpot } from "#contract/coverage.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { type Point, within } from "#web/ui/floor-plan/plan-view.ts";
import { SpotMark, useSpotTexts } from "./spot-state.tsx";

interface SpotPinProps {
  spot: CoverageSpot & Point;
  isSelected: boolean;
  onSelect: () => void;
  /** While positions are edited: dragged, or moved by the arrow keys. */
  onMove: ((to: Point) => void) | undefined;
}

/** Step of an arrow key as a share of the floor plan, without and with Shift. */
const step = { fine: 0.002, coarse: 0.02 };
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A spot on the floor plan: its state by colour and shape, its name where it is selected. */
export function SpotPin({ spot, isSelected, onSelect, onMove }: SpotPinProps) {
  const t = useText();
  const texts = useSpotTexts();

  function press(event: KeyboardEvent): void {
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (onMove === undefined || (dx === 0 && dy === 0)) return;
    const by = event.shiftKey ? step.coarse : step.fine;
    onMove({ x: within(spot.x + dx * by), y: within(spot.y + dy * by) });
    event.preventDefault();
  }

  return (
    <PlanSpot point={spot} isRaised={isSelected} onMove={onMove}>
      <button
        type="button"
        aria-label={t("coverage.plan_view.pin", { name: spot.name, state: texts.state(spot) })}
        aria-pressed={isSelected}
        onClick={onSelect}
        onKeyDown={press}
        className={cx(
          "group absolute flex size-11 -translate-1/2 items-center justify-center rounded-full",
          onMove && "cursor-grab touch-none in-data-dragged:cursor-grabbing",
        )}
      >
        <span
          className={cx(
            "flex size-6 items-center justify-center rounded-full bg-white p-1 shadow-float transition-transform group-hover:scale-115",
            isSelected && "scale-125 ring-3 ring-accent",
          )}
        >
          <SpotMark state={spot.state} className="size-full" />
        </span>
      </button>
    </PlanSpot>
  );
}
