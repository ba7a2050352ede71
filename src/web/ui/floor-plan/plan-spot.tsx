import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "../classes.ts";
import { type Point, placeOnPlan } from "./plan-view.ts";
import { useFloorPlan } from "./stage-context.ts";

export interface PlanSpotProps {
  point: Point;
  /** Lets it be dragged. */
  onMove?: ((to: Point) => void) | undefined;
  /** While it is dragged; with its former position when the drag was cancelled. */
  onDrag?: ((to: Point) => void) | undefined;
  /** The drag was cancelled, for example by the system's own gesture. */
  onCancel?: (() => void) | undefined;
  /** Above its neighbours. */
  isRaised?: boolean;
  className?: string;
  children: ReactNode;
}

/** CSS pixels that a hand may tremble while it presses. */
const SLOP = 3;

interface Hold {
  /** From the pointer to the point. */
  readonly dx: number;
  readonly dy: number;
  readonly from: Point;
  /** Of the point on the plan. */
  readonly start: Point;
  at: Point;
  isMoved: boolean;
  frame: number;
}

/**
 * Something of unchanging size on a point of the plan. A drag is written to the element, not rendered; the element has
 * `data-dragged` meanwhile.
 */
export function PlanSpot({
  point,
  onMove,
  onDrag,
  onCancel,
  isRaised = false,
  className,
  children,
}: PlanSpotProps) {
  const { stage } = useFloorPlan();
  const own = useRef<HTMLSpanElement>(null);
  const hold = useRef<Hold | null>(null);
  // The end of a drag, until the owner says where it is now.
  const [left, setLeft] = useState<{ readonly to: Point; readonly from: Point } | null>(null);
  const isLeft = left !== null && left.from.x === point.x && left.from.y === point.y;
  if (left !== null && !isLeft) setLeft(null);

  function take(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || own.current === null || onMove === undefined) return;
    const { left: x, top: y } = own.current.getBoundingClientRect();
    const at = { x: event.clientX, y: event.clientY };
    hold.current = { dx: x - at.x, dy: y - at.y, from: at, start: point, at, isMoved: false, frame: 0 };
    own.current.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const held = hold.current;
    if (held === null) return;
    held.at = { x: event.clientX, y: event.clientY };
    held.isMoved ||= Math.hypot(held.at.x - held.from.x, held.at.y - held.from.y) >= SLOP;
    if (!held.isMoved) return;
    own.current?.toggleAttribute("data-dragged", true);
    follow(held);
  }

  /** Under the pointer; at the window's edge the plan moves on beneath it. */
  function follow(held: Hold): void {
    cancelAnimationFrame(held.frame);
    const to = pointOf(held);
    if (own.current === null || to === null) return;
    Object.assign(own.current.style, placeOnPlan(to));
    onDrag?.(to);
    if (stage.follow(held.at)) held.frame = requestAnimationFrame(() => follow(held));
  }

  const pointOf = ({ at, dx, dy }: Hold) => stage.pointAt({ x: at.x + dx, y: at.y + dy }, true);

  function release(event: PointerEvent<HTMLElement>): void {
    const held = hold.current;
    hold.current = null;
    own.current?.toggleAttribute("data-dragged", false);
    if (held === null) return;
    cancelAnimationFrame(held.frame);
    if (!held.isMoved) return;
    const to = event.type === "pointerup" ? pointOf(held) : null;
    if (to === null) {
      if (own.current !== null) Object.assign(own.current.style, placeOnPlan(held.start));
      onDrag?.(held.start);
      return onCancel?.();
    }
    setLeft({ to, from: point });
    onMove?.(to);
  }

  return (
    <span
      ref={own}
      data-spot
      {...(onMove && {
        "data-drag": "",
        onPointerDown: take,
        onPointerMove: move,
        onPointerUp: release,
        onPointerCancel: release,
      })}
      style={placeOnPlan(isLeft ? left.to : point)}
      className={cx("absolute data-dragged:z-20", isRaised && "z-10", className)}
    >
      {children}
    </span>
  );
}
