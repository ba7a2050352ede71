import type { View } from "../view.ts";
import type { ControlHost } from "./control-host.ts";

/** Share of the field of view that one arrow key press turns, and one press of plus zooms. */
const TURN = 0.12;
const ZOOM = 0.85;

const MOVES: Readonly<Record<string, (view: View, home: View) => View>> = {
  ArrowLeft: (view) => ({ ...view, yaw: view.yaw - view.fov * TURN }),
  ArrowRight: (view) => ({ ...view, yaw: view.yaw + view.fov * TURN }),
  ArrowUp: (view) => ({ ...view, pitch: view.pitch + view.fov * TURN }),
  ArrowDown: (view) => ({ ...view, pitch: view.pitch - view.fov * TURN }),
  "+": (view) => ({ ...view, fov: view.fov * ZOOM }),
  "=": (view) => ({ ...view, fov: view.fov * ZOOM }),
  "-": (view) => ({ ...view, fov: view.fov / ZOOM }),
  _: (view) => ({ ...view, fov: view.fov / ZOOM }),
  Home: (_, home) => home,
};

/** Arrows turn, plus and minus zoom, Home returns to the first view; also while a marker has the focus. */
export function attachKeyboard(host: ControlHost): void {
  const { element, pilot, signal } = host;
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    pilot.nudge(move(pilot.destination, host.home()));
  };
  element.addEventListener("keydown", press, { signal });
}

/** A marker may contain an input field of the host's. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}
