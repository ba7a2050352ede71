import { type RefObject, useEffect } from "react";
import type { Panorama } from "#panorama/types.ts";
import { useLatest } from "#web/lib/use-latest.ts";

/** Keys that the picture answers itself once it has the focus. */
const pictureKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "=", "-", "_", "Home"]);

export interface PlayerKeys {
  /** By the key, letters in lower case. */
  readonly actions: Readonly<Record<string, () => void>>;
  /** The sphere, while there is one. */
  readonly panorama?: Panorama | undefined;
  /** Whether keys work wherever the focus is, as on a page of its own; else only within the player. */
  readonly ownsPage: boolean;
}

/** Keys of a player; not where one types, chooses or presses, and not with the keys of the system. */
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
  // The button that has the focus is what the space bar presses.
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
