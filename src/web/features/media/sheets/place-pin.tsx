import { type KeyboardEvent, useState } from "react";
import { type Freshness, freshnessOf } from "#web/lib/freshness.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { FreshnessMark } from "#web/ui/freshness-mark.tsx";
import { OnPlan } from "./on-plan.tsx";
import { type Point, within } from "./plan-frame.ts";
import type { PlacedRoom } from "./spots.ts";

export interface PlacePinProps {
  room: PlacedRoom;
  now: Date;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (to: Point) => void;
  onRemove: () => void;
}

/** Step of an arrow key as a share of the floor plan, without and with Shift. */
const step = { fine: 0.002, coarse: 0.02 };

/** A room's pin while positions are edited: dragged, or moved by the arrow keys; Delete removes it from the floor plan. */
export function PlacePin({ room, now, isChosen, onChoose, onMove, onRemove }: PlacePinProps) {
  const t = useText();
  const [isDragged, setDragged] = useState(false);
  const freshness: Freshness = freshnessOf(room.visit_date, now);

  function press(event: KeyboardEvent): void {
    const by = event.shiftKey ? step.coarse : step.fine;
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (dx !== 0 || dy !== 0) onMove({ x: within(room.x + dx * by), y: within(room.y + dy * by) });
    else if (event.key === "Delete" || event.key === "Backspace") onRemove();
    else return;
    event.preventDefault();
  }

  return (
    <OnPlan
      point={room}
      isRaised={isChosen || isDragged}
      onDrag={() => setDragged(true)}
      onMove={(to) => {
        setDragged(false);
        onMove(to);
      }}
    >
      <button
        type="button"
        aria-label={t("sheets.move_room", { name: room.name })}
        aria-pressed={isChosen}
        onPointerDown={onChoose}
        onFocus={onChoose}
        onKeyDown={press}
        className={cx(
          "group absolute flex size-11 -translate-1/2 touch-none items-center justify-center rounded-full",
          isDragged ? "cursor-grabbing" : "cursor-grab",
        )}
      >
        <span
          className={cx(
            "flex size-6 rounded-full bg-white p-1 shadow-float transition-transform",
            (isChosen || isDragged) && "scale-125 ring-3 ring-accent",
          )}
        >
          <FreshnessMark freshness={freshness} className="size-full" />
        </span>
        <PinName name={room.name} isShown={isChosen} />
      </button>
    </OnPlan>
  );
}

/** The pin's name, below it: always for the selected pin, else on hover. */
export function PinName({ name, isShown }: { name: string; isShown: boolean }) {
  return (
    <bdi
      className={cx(
        "pointer-events-none absolute top-10 max-w-40 truncate rounded-sm bg-black/75 px-1.5 text-xs whitespace-nowrap text-white",
        !isShown && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
      )}
    >
      {name}
    </bdi>
  );
}

/** On the floor plan left is left in every language. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
