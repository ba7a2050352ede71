import { createGlide } from "./glide.ts";
import type { Point } from "./plan-view.ts";
import type { Stage } from "./stage.ts";

export interface GestureOptions {
  /** Whether the wheel zooms a plan that does not have the focus. */
  readonly hasFreeWheel: () => boolean;
  /** Whether a press means a point: it is not half of a double click then. */
  readonly isPicking: () => boolean;
  readonly pick: (point: Point) => void;
}

/** CSS pixels that a hand may tremble while it presses. */
const SLOP = 4;
/** CSS pixels that an arrow key moves the plan. */
const STEP = 80;
/** CSS pixels around a pin with the focus: it lies under no tool then, and its name is seen. */
const CLEAR = 56;
/** CSS pixels of the wheel that double the plan; two fingers on a touchpad report less. */
const WHEEL = { notch: 240, pinch: 100 };

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const zooms: Readonly<Record<string, number>> = { "+": 2, "=": 2, "-": 0.5, _: 0.5 };

/** Elements with a press of their own: pins, and handles (`data-drag`) that move without the plan. */
const isOwn = ({ target }: Event, which = "button, a, [data-spot]") =>
  target instanceof Element && target.closest(which) !== null;
const pageOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y });

/** Wheel, fingers, mouse and keys on a plan's window, until the returned function is called. */
export function listenToGestures(port: HTMLElement, stage: Stage, options: GestureOptions): () => void {
  const ends = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    hear: (event: HTMLElementEventMap[K]) => void,
    isFirst = false,
  ) => port.addEventListener(name, hear, { signal: ends.signal, capture: isFirst, passive: false });
  listenToPointers(port, stage, on);

  on("wheel", (event) => {
    const isPinch = event.ctrlKey || event.metaKey;
    if (!isPinch && !options.hasFreeWheel() && !port.contains(document.activeElement)) return;
    const pixels = event.deltaY * (event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1);
    const doublings = Math.min(1, Math.max(-1, -pixels / (isPinch ? WHEEL.pinch : WHEEL.notch)));
    // At a limit the page scrolls on; a pinch never zooms the page.
    if (stage.zoom(2 ** doublings, pageOf(event)) || isPinch) event.preventDefault();
  });
  on("dblclick", (event) => {
    if (!options.isPicking() && !isOwn(event)) stage.zoom(event.shiftKey ? 0.5 : 2, pageOf(event), true);
  });
  on("click", (event) => {
    const point = isOwn(event) ? null : stage.pointAt(pageOf(event));
    if (point !== null) options.pick(point);
  });
  on("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [arrow, zoom] = [arrows[event.key], zooms[event.key]];
    if (zoom !== undefined) stage.zoom(zoom, null, true);
    else if (event.target !== port) return;
    else if (arrow !== undefined) stage.pan(...arrow, true);
    else if (event.key === "Enter") {
      const middle = stage.middle();
      if (middle !== null) options.pick(middle);
    } else return;
    event.preventDefault();
  });
  on("focusin", ({ target }) => {
    // By the keyboard: under a pointer it would slip away from the press.
    if (!(target instanceof Element) || target === port || !target.matches(":focus-visible")) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    stage.reveal(new DOMRect(left - CLEAR, top - CLEAR, width + 2 * CLEAR, height + 2 * CLEAR), true);
  });
  return () => ends.abort();
}

type Listen = <K extends keyof HTMLElementEventMap>(
  name: K,
  hear: (event: HTMLElementEventMap[K]) => void,
  isFirst?: boolean,
) => void;

/** One pointer pushes the plan, two zoom it. */
function listenToPointers(port: HTMLElement, stage: Stage, on: Listen): void {
  const pointers = new Map<number, Point>();
  const glide = createGlide(stage);
  let start: Point = { x: 0, y: 0 };
  let isMoving = false;
  let isTelling = false;

  /** From here on the gesture is the plan's: the pin that it began on hears of no press. */
  function begin(target: EventTarget | null): void {
    isMoving = true;
    port.toggleAttribute("data-moving", true);
    for (const id of pointers.keys()) {
      port.setPointerCapture(id);
      isTelling = true;
      target?.dispatchEvent(new PointerEvent("pointercancel", { pointerId: id, bubbles: true }));
      isTelling = false;
    }
  }

  on(
    "pointerdown",
    (event) => {
      glide.stop();
      if (event.button !== 0 || isOwn(event, "[data-drag]")) return;
      if (pointers.size === 0) {
        start = pageOf(event);
        isMoving = false;
      }
      pointers.set(event.pointerId, pageOf(event));
      if (pointers.size === 2) begin(event.target);
    },
    true,
  );
  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = pageOf(event);
    if (!isMoving && Math.hypot(now.x - start.x, now.y - start.y) < SLOP) return;
    if (!isMoving) begin(event.target);
    pointers.set(event.pointerId, now);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      stage.pan(now.x - before.x, now.y - before.y);
      glide.push(now.x - before.x, now.y - before.y, event.timeStamp);
      return;
    }
    glide.stop();
    stage.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    stage.zoom(apart(now) / apart(before), middle);
  });
  const end = (event: PointerEvent) => {
    if (isTelling) return;
    pointers.delete(event.pointerId);
    if (pointers.size > 0) return;
    port.toggleAttribute("data-moving", false);
    if (isMoving && event.type === "pointerup") glide.start(event.timeStamp);
  };
  on("wheel", glide.stop);
  on("keydown", glide.stop);
  on("pointerup", end);
  on("pointercancel", end);
  on(
    "click",
    (event) => {
      // The end of a push is no press; a click by a key is one.
      if (!isMoving || event.detail === 0) return;
      isMoving = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
}
