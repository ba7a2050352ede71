import { type RefObject, useEffect } from "react";
import type { Panorama } from "#panorama/types.ts";
import { useLatest } from "#web/lib/use-latest.ts";

/** Keys that the picture handles itself once it has the focus. */
const pictureKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "Home"]);

export interface PlayerKeys {
  /** By key, letters in lower case. */
  readonly actions: Readonly<Record<string, () => void>>;
  /** The sphere, while there is one. */
  readonly panorama?: Panorama | undefined;
  /** Whether keys work regardless of the focus, as on the player's own page; else only within the player. */
  readonly ownsPage: boolean;
}

/** Keyboard shortcuts of a player; ignored in inputs and on pressed controls, and with modifier keys of the system. */
export function usePlayerKeys(root: RefObject<HTMLElement | null>, keys: PlayerKeys): void {
  const latest = useLatest(keys);
  const { ownsPage } = keys;
  useEffect(() => {
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent) answer(event, latest.current);
    };
    const target = ownsPage ? document : root.current;
    target?.addEventListener("keydown", press);
    return () => target?.removeEventListener("keydown", press);
  }, [root, ownsPage, latest]);
}

function answer(event: KeyboardEvent, { actions, panorama }: PlayerKeys): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const { target } = event;
  if (isTyping(target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // The space bar presses the focused button.
  if (key === " " && target instanceof Element && target.closest("button, select, a, summary")) return;
  const action = actions[key];
  if (action) {
    event.preventDefault();
    action();
  } else if (pictureKeys.has(event.key) && !isOwnerOfArrows(target)) handOn(panorama, event);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("textarea, input:not([type=range]), [contenteditable], dialog") !== null;
}

/** Sliders, lists and the picture handle the arrows themselves. */
function isOwnerOfArrows(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, .panorama") !== null;
}

/** Lets the arrows turn the picture without a click on it first. */
function handOn(panorama: Panorama | undefined, event: KeyboardEvent): void {
  if (!panorama) return;
  event.preventDefault();
  panorama.element.dispatchEvent(
    new KeyboardEvent("keydown", { key: event.key, bubbles: false, cancelable: true }),
  );
}
