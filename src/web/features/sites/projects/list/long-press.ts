import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

/** Milliseconds, and pixels that a finger may move meanwhile. */
const long = 450;
const slack = 10;

/**
 * Handlers that detect a long press. The click and the browser's menu that would follow are suppressed; a mouse has no
 * long press.
 */
export function useLongPress(onLongPress: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, isTouch: false, isDone: false });
  const end = () => clearTimeout(press.current.timer);
  useEffect(() => () => clearTimeout(press.current.timer), []);
  const fire = () => {
    end();
    press.current.isDone = true;
    navigator.vibrate?.(10);
    onLongPress();
  };
  // In the capture phase: the links inside stop the propagation of theirs.
  return {
    onPointerDownCapture({ pointerType, clientX, clientY }: PointerEvent) {
      end();
      press.current = { timer: 0, x: clientX, y: clientY, isTouch: pointerType === "touch", isDone: false };
      if (pointerType === "touch") press.current.timer = window.setTimeout(fire, long);
    },
    onPointerMoveCapture({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > slack) end();
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
    onContextMenuCapture(event: MouseEvent) {
      if (!press.current.isTouch) return;
      event.preventDefault();
      // Some browsers report a long press themselves, and cancel the pointer.
      if (!press.current.isDone) fire();
    },
    onClickCapture(event: MouseEvent) {
      if (!press.current.isDone) return;
      press.current.isDone = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
