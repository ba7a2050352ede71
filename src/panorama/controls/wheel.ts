import { clamp } from "../projection/angles.ts";
import { directionAt } from "../projection/camera.ts";
import { type ControlHost, holdView, pointIn } from "./control-host.ts";

/** Zoom per pixel of wheel travel; a notch of a common mouse is 100 pixels. */
const ZOOM_PER_PIXEL = 0.0015;
/** A pinch on a touch pad arrives as a wheel with the control key and much smaller steps. */
const PINCH_PER_PIXEL = 0.01;
/** Pixels per line for browsers that report lines instead of pixels. */
const PIXELS_PER_LINE = 33;
const MOST_PIXELS = 150;

/** The wheel zooms about the pointer. */
export function attachWheel(host: ControlHost): void {
  const { element, pilot, signal } = host;
  const zoom = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_PER_LINE;
    const travel = clamp(event.deltaY * unit, -MOST_PIXELS, MOST_PIXELS);
    const factor = Math.exp(travel * (event.ctrlKey ? PINCH_PER_PIXEL : ZOOM_PER_PIXEL));
    const point = pointIn(element, event);
    const camera = host.camera();
    const target = directionAt(camera, point.x, point.y);
    pilot.jump(holdView(host, target, point, camera.view.fov * factor));
  };
  element.addEventListener("wheel", zoom, { signal, passive: false });
}

/** A double click zooms in on its position; at maximum zoom it returns to the default width. */
export function attachDoubleClick(host: ControlHost): void {
  const { element, pilot, signal } = host;
  const zoom = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("button")) return;
    const point = pointIn(element, event);
    const camera = host.camera();
    const { fov } = camera.view;
    const target = directionAt(camera, point.x, point.y);
    const closer = host.clampFov(fov / 2);
    pilot.nudge(holdView(host, target, point, closer < fov - 1 ? closer : host.home().fov));
  };
  element.addEventListener("dblclick", zoom, { signal });
}
