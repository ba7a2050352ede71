import { Images, MapPin } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlanSpot } from "#web/ui/floor-plan/plan-spot.tsx";
import { type Point, within } from "#web/ui/floor-plan/plan-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { clockOf } from "./clock-of.ts";

/** Step of an arrow key as a share of the floor plan, without and with Shift. */
const step = { fine: 0.002, coarse: 0.02 };
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface PinProps {
  point: Point;
  /** Seconds since the start of the video. */
  at: number;
  isCurrent: boolean;
  onSelect: () => void;
  onMove: ((to: Point) => void) | undefined;
  onDrag: ((to: Point) => void) | undefined;
  onCancel: (() => void) | undefined;
}

const moveByKeys =
  (point: Point, onMove: ((to: Point) => void) | undefined) =>
  (event: KeyboardEvent): void => {
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (onMove === undefined || (dx === 0 && dy === 0)) return;
    const by = event.shiftKey ? step.coarse : step.fine;
    onMove({ x: within(point.x + dx * by), y: within(point.y + dy * by) });
    event.preventDefault();
  };

/** A position that a user has marked, or that was found from earlier visits. */
export function TapPin({
  point,
  at,
  isFound,
  isCurrent,
  onSelect,
  onMove,
  onDrag,
  onCancel,
}: PinProps & { isFound: boolean }) {
  const t = useText();
  return (
    <PlanSpot point={point} isRaised={isCurrent} {...{ onMove, onDrag, onCancel }}>
      <button
        type="button"
        aria-label={t(isFound ? "walks.found_pin" : "walks.pin", { time: clockOf(at) })}
        aria-pressed={isCurrent}
        onClick={onSelect}
        onKeyDown={moveByKeys(point, onMove)}
        className={cx(
          "absolute flex size-11 -translate-1/2 items-center justify-center rounded-full",
          onMove && "cursor-grab touch-none in-data-dragged:cursor-grabbing",
        )}
      >
        <span
          className={cx(
            "flex size-6 items-center justify-center rounded-full bg-accent text-white shadow-float ring-2 ring-white",
            isCurrent && "scale-125",
          )}
        >
          <Icon of={isFound ? Images : MapPin} size="sm" />
        </span>
      </button>
    </PlanSpot>
  );
}

/** Where the picture on the left was taken, and where its middle looks; dragged, it becomes a marked position. */
export function CurrentPin({
  heading,
  point,
  at,
  onMove,
  onDrag,
  onCancel,
}: Omit<PinProps, "isCurrent" | "onSelect"> & { heading: number }) {
  const t = useText();
  return (
    <PlanSpot point={point} isRaised {...{ onMove, onDrag, onCancel }}>
      <button
        type="button"
        aria-label={t("walks.current_pin", { time: clockOf(at) })}
        onKeyDown={moveByKeys(point, onMove)}
        className={cx(
          "absolute flex size-11 -translate-1/2 items-center justify-center rounded-full",
          onMove && "cursor-grab touch-none in-data-dragged:cursor-grabbing",
        )}
      >
        <svg
          viewBox="-22 -22 44 44"
          aria-hidden
          className="absolute size-11"
          style={{ rotate: `${heading}deg` }}
        >
          <path d="M0 0 L-10 -20 A22 22 0 0 1 10 -20 Z" className="fill-accent/35" />
        </svg>
        <span className="relative size-4 rounded-full bg-white shadow-float ring-4 ring-accent" />
      </button>
    </PlanSpot>
  );
}
