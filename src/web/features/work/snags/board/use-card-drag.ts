import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";

/** Pixels after which a press is a drag, milliseconds after which a resting finger has taken the card. */
const slack = 6;
const rest = 350;

interface Dragged {
  readonly snag: Snag;
  /** Where the card that follows the pointer stands, and how wide it is. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Grip {
  snag: Snag;
  startX: number;
  startY: number;
  offsetX: number;
  offsetY: number;
  width: number;
  isTaken: boolean;
  timer: number;
}

function columnAt(x: number, y: number): SnagStatus | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-status]");
  return (found?.dataset["status"] as SnagStatus | undefined) ?? null;
}

/**
 * Cards that follow the pointer. A mouse takes one by moving it, a finger by resting on it, since a finger that moves
 * scrolls. Escape lets it go where it was.
 */
export function useCardDrag(onDrop: (snag: Snag, to: SnagStatus) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<SnagStatus | null>(null);
  const grip = useRef<Grip | null>(null);
  const wasDragged = useRef(false);

  function end(): void {
    if (grip.current !== null) clearTimeout(grip.current.timer);
    grip.current = null;
    setDragged(null);
    setOver(null);
  }

  const letGo = useEffectEvent(end);
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      letGo();
    };
    // A finger that carries a card must not scroll the board as well.
    const hold = (event: TouchEvent) => event.preventDefault();
    addEventListener("keydown", cancel, { capture: true });
    addEventListener("touchmove", hold, { passive: false });
    return () => {
      removeEventListener("keydown", cancel, { capture: true });
      removeEventListener("touchmove", hold);
    };
  }, [isDragging]);
  useEffect(() => () => clearTimeout(grip.current?.timer), []);

  function carry({ snag, offsetX, offsetY, width }: Grip, x: number, y: number): void {
    setDragged({ snag, x: x - offsetX, y: y - offsetY, width });
    setOver(columnAt(x, y));
  }

  // On their way down: the link inside keeps its presses to itself.
  const handlers = (snag: Snag) => ({
    onPointerDownCapture(event: PointerEvent<HTMLElement>) {
      wasDragged.current = false;
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (event.button !== 0 || isOnButton) return;
      const card = event.currentTarget;
      const box = card.getBoundingClientRect();
      const { pointerId, clientX, clientY } = event;
      const own: Grip = {
        snag,
        startX: clientX,
        startY: clientY,
        offsetX: clientX - box.left,
        offsetY: clientY - box.top,
        width: box.width,
        isTaken: false,
        timer: 0,
      };
      grip.current = own;
      if (event.pointerType !== "touch") return;
      own.timer = window.setTimeout(() => {
        own.isTaken = true;
        navigator.vibrate?.(10);
        card.setPointerCapture(pointerId);
        carry(own, clientX, clientY);
      }, rest);
    },
    onPointerMoveCapture(event: PointerEvent<HTMLElement>) {
      const own = grip.current;
      if (own === null) return;
      const isAway = Math.hypot(event.clientX - own.startX, event.clientY - own.startY) > slack;
      if (!own.isTaken && isAway) {
        // A finger that moves before it has rested scrolls.
        if (event.pointerType === "touch") return end();
        own.isTaken = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (!own.isTaken) return;
      wasDragged.current = true;
      carry(own, event.clientX, event.clientY);
    },
    onPointerUpCapture(event: PointerEvent<HTMLElement>) {
      const own = grip.current;
      if (own?.isTaken === true) {
        wasDragged.current = true;
        const to = columnAt(event.clientX, event.clientY);
        if (to !== null) onDrop(own.snag, to);
      }
      end();
    },
    onPointerCancelCapture: end,
    /** The click that ends a drag opens nothing. */
    onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  });

  return { dragged, over, handlers };
}
