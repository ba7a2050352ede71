import type { Pilot } from "../motion/pilot.ts";
import { type Camera, focalLength, viewHolding } from "../projection/camera.ts";
import type { Direction, View } from "../view.ts";

/** A control's interface to the panorama. Every control is a function that listens until the signal aborts. */
export interface ControlHost {
  readonly element: HTMLElement;
  readonly pilot: Pilot;
  readonly signal: AbortSignal;
  /** The current camera. */
  camera(): Camera;
  /** The nearest allowed fov. */
  clampFov(fov: number): number;
  /** The view of the Home key. */
  home(): View;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position of a pointer, in CSS pixels of the element. */
export function pointIn(element: HTMLElement, event: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** The view that shows `target` at `point` with another fov: for zooming about the pointer and dragging. */
export function holdView(host: ControlHost, target: Direction, point: Point, wantedFov: number): View {
  const { width, height } = host.camera();
  const fov = host.clampFov(wantedFov);
  return viewHolding(target, [point.x - width / 2, height / 2 - point.y, focalLength(fov, height)], fov);
}
