import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { SnagStatus } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";

/** Pixels after which a press becomes a drag, milliseconds of a long press that picks up the card. */
const slack = 6;
const rest = 350;

interface Dragged {
  readonly snag: Snag;
  /** Position and width of the dragged card. */
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
 * Drag and drop of cards. A mouse drags by moving, touch by a long press, since a moving finger scrolls. Escape
 * cancels.
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
    // A touch drag must not scroll the board as well.
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

  // In the capture phase: the link inside stops the propagation of its presses.
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
        // A finger that moves before the long press scrolls.
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
    /** The click at the end of a drag opens nothing. */
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
