import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { placeStyle } from "./plan.tsx";
import type { PlacedRoom } from "./spots.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacePinProps {
  room: PlacedRoom;
  /** What places are counted in. */
  area: RefObject<HTMLDivElement | null>;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (to: Point) => void;
  onRemove: () => void;
}

/** Shares of the plan that a press of an arrow moves by, without and with Shift. */
const step = { fine: 0.002, coarse: 0.02 };
const within = (value: number) => Math.min(1, Math.max(0, value));

/** A room's pin while places are edited: dragged, or moved by the arrow keys; Delete takes it off the plan. */
export function PlacePin({ room, area, isChosen, onChoose, onMove, onRemove }: PlacePinProps) {
  const t = useText();
  const [dragged, setDragged] = useState<Point | null>(null);
  const grip = useRef<Point | null>(null);
  const place = dragged ?? room;

  const pointAt = (event: PointerEvent): Point => {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || box.height === 0) return place;
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };

  function down(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return;
    const { x, y } = pointAt(event);
    grip.current = { x: x - place.x, y: y - place.y };
    event.currentTarget.setPointerCapture(event.pointerId);
    onChoose();
  }

  function drag(event: PointerEvent): void {
    if (grip.current === null) return;
    const { x, y } = pointAt(event);
    setDragged({ x: within(x - grip.current.x), y: within(y - grip.current.y) });
  }

  function drop(): void {
    grip.current = null;
    if (dragged !== null) onMove(dragged);
    setDragged(null);
  }

  function press(event: KeyboardEvent): void {
    const by = event.shiftKey ? step.coarse : step.fine;
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (dx !== 0 || dy !== 0) onMove({ x: within(room.x + dx * by), y: within(room.y + dy * by) });
    else if (event.key === "Delete" || event.key === "Backspace") onRemove();
    else return;
    event.preventDefault();
  }

  return (
    <button
      type="button"
      aria-label={t("sheets.move_room", { name: room.name })}
      aria-pressed={isChosen}
      style={placeStyle(place)}
      onPointerDown={down}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => {
        grip.current = null;
        setDragged(null);
      }}
      onFocus={onChoose}
      onKeyDown={press}
      className={cx(
        "group absolute flex size-11 -translate-x-1/2 -translate-y-1/2 touch-none items-center justify-center rounded-full",
        dragged === null ? "cursor-grab" : "z-10 cursor-grabbing",
      )}
    >
      <span
        className={cx(
          "size-5 rounded-full border-2 border-white bg-accent shadow-float transition-transform",
          (isChosen || dragged !== null) && "scale-130 ring-2 ring-accent",
        )}
      />
      <bdi
        className={cx(
          "pointer-events-none absolute top-9 rounded-sm bg-black/75 px-1.5 text-xs whitespace-nowrap text-white",
          !isChosen && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
        )}
      >
        {room.name}
      </bdi>
    </button>
  );
}

/** On the plan, where left is left in every language. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
