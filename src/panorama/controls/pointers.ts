import { VelocityTracker } from "../motion/inertia.ts";
import { shortestTurn, toDegrees, toRadians } from "../projection/angles.ts";
import { directionAt } from "../projection/camera.ts";
import type { Direction } from "../view.ts";
import { type ControlHost, holdView, type Point, pointIn } from "./control-host.ts";

/** A pointer jitters: below this many pixels a press is a click. */
const DRAG_THRESHOLD = 4;

/** State of a gesture: the direction under the pointers' centre, their distance, and the initial fov. */
interface Grip {
  readonly held: Direction;
  readonly spread: number;
  readonly fov: number;
}

/**
 * One pointer turns, two also zoom. The grabbed point of the picture stays under the pointer; after a drag the picture
 * keeps turning for a moment.
 */
export function attachPointers(host: ControlHost): void {
  const { element, signal } = host;
  const pointers = new Map<number, Point>();
  let grip: Grip | undefined;
  let start: Point = { x: 0, y: 0 };
  let isDragging = false;
  let tracker = new VelocityTracker();

  const regrip = () => {
    const { point, spread } = middle(pointers);
    const camera = host.camera();
    grip = { held: directionAt(camera, point.x, point.y), spread, fov: camera.view.fov };
    tracker = new VelocityTracker();
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    host.pilot.halt();
    pointers.set(event.pointerId, pointIn(element, event));
    if (pointers.size === 1) {
      start = pointIn(element, event);
      isDragging = false;
    }
    regrip();
  };

  const move = (event: PointerEvent) => {
    if (!grip || !pointers.has(event.pointerId)) return;
    const at = pointIn(element, event);
    pointers.set(event.pointerId, at);
    if (!isDragging) {
      if (pointers.size === 1 && Math.hypot(at.x - start.x, at.y - start.y) < DRAG_THRESHOLD) return;
      isDragging = true;
    }
    // Captured only after a movement, so that a press without one still clicks the marker under it.
    for (const id of pointers.keys()) if (!element.hasPointerCapture(id)) element.setPointerCapture(id);
    const { point, spread } = middle(pointers);
    const before = host.pilot.view;
    host.pilot.jump(holdView(host, grip.held, point, pinchedFov(grip, spread)));
    const { yaw, pitch } = host.pilot.view;
    tracker.add(event.timeStamp, { yaw: shortestTurn(before.yaw, yaw), pitch: pitch - before.pitch });
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) {
      regrip();
      return;
    }
    grip = undefined;
    if (isDragging && event.type === "pointerup") host.pilot.release(tracker.at(event.timeStamp));
  };

  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  // The click that ends a drag does not count: neither for a marker nor for the picture.
  element.addEventListener("click", (event) => isDragging && event.stopImmediatePropagation(), {
    signal,
    capture: true,
  });
}

/** The picture grows with the distance of the pointers. */
function pinchedFov({ spread: from, fov }: Grip, to: number): number {
  if (from === 0 || to === 0) return fov;
  return toDegrees(2 * Math.atan((Math.tan(toRadians(fov) / 2) * from) / to));
}

/** The centre of all pointers and, with two of them, their distance. */
function middle(pointers: ReadonlyMap<number, Point>): { point: Point; spread: number } {
  const [a, b] = [...pointers.values()];
  if (!a) return { point: { x: 0, y: 0 }, spread: 0 };
  if (!b) return { point: a, spread: 0 };
  return { point: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, spread: Math.hypot(a.x - b.x, a.y - b.y) };
}
