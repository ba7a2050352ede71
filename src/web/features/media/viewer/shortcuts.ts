import type { Frame } from "./frame.ts";
import { toggleFullScreen } from "./parts/full-screen.ts";

/** Keys that the picture handles itself once it has the focus. */
const pictureKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "Home"]);

/** Handles keys anywhere in the viewer, except in inputs and dialogs. */
export function listenToKeys(frame: Frame): void {
  const { tour, signal, isListOpen } = frame;
  const step = (by: -1 | 1) => {
    const room = tour.neighbour(by);
    if (room) void tour.go(room);
  };
  const actions: Readonly<Record<string, () => void>> = {
    "[": () => step(-1),
    "]": () => step(1),
    PageUp: () => step(-1),
    PageDown: () => step(1),
    r: () => isListOpen.set(!isListOpen.get()),
    s: frame.openShare,
    f: () => toggleFullScreen(frame.root),
    "?": frame.openHelp,
  };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event.target))
      return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) {
      event.preventDefault();
      action();
    } else if (pictureKeys.has(event.key) && event.target === document.body) handOn(frame, event);
  };
  document.addEventListener("keydown", press, { signal });
}

function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

/** Lets the arrows turn the picture without a click on it first. */
function handOn({ tour }: Frame, event: KeyboardEvent): void {
  const { panorama } = tour;
  if (!panorama) return;
  event.preventDefault();
  panorama.element.focus({ preventScroll: true });
  panorama.element.dispatchEvent(
    new KeyboardEvent("keydown", { key: event.key, shiftKey: event.shiftKey, cancelable: true }),
  );
}
