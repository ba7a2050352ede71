import type { Panorama } from "#panorama/types.ts";

/** Keys that the picture answers itself once it has the focus. */
const pictureKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "Home"]);

export interface KeyActions {
  /** The place of the keys: the player, or the page when it is the player's own. */
  readonly on: HTMLElement | Document;
  /** Asked at each key: what is shown may become a sphere later. */
  readonly panorama: () => Panorama | undefined;
  readonly actions: Readonly<Record<string, () => void>>;
  readonly life: AbortSignal;
}

/** Keys of a player; not where one types, chooses or presses, and not with the keys of the system. */
export function listenToPlayerKeys({ on, panorama, actions, life }: KeyActions): void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    if (isTyping(target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // The button that has the focus is what the space bar presses.
    if (key === " " && target instanceof Element && target.closest("button, select, a, summary")) return;
    const action = actions[key];
    if (action) {
      event.preventDefault();
      action();
    } else if (pictureKeys.has(event.key) && !isOwnerOfArrows(target)) handOn(panorama(), event);
  };
  (on as HTMLElement).addEventListener("keydown", press, { signal: life });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("textarea, input:not([type=range]), [contenteditable], dialog") !== null;
}

/** Sliders and lists move by the arrows themselves, and so does the picture. */
function isOwnerOfArrows(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, .panorama") !== null;
}

/** Nobody has to click the picture before the arrows turn it. */
function handOn(panorama: Panorama | undefined, event: KeyboardEvent): void {
  if (!panorama) return;
  event.preventDefault();
  panorama.element.dispatchEvent(
    new KeyboardEvent("keydown", { key: event.key, bubbles: false, cancelable: true }),
  );
}
