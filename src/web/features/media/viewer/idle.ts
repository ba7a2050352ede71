import { watch } from "#web/lib/store.ts";
import type { Frame } from "./frame.ts";

const patienceMs = 4000;

/**
 * Fades the tools once the viewer has begun to look around and does not use them, never before the first interaction.
 * They stay while the focus or the pointer is among them, while a list or a dialog is open, and always for users who
 * prefer reduced motion. On a touch screen a press on the picture toggles them.
 */
export function fadeWhenIdle({ root, tour, signal, isListOpen }: Frame): void {
  const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
  const isTouch = matchMedia("(pointer: coarse)");
  let timer = 0;
  let hasBegun = false;
  const isNeeded = () =>
    prefersStill.matches ||
    isListOpen.get() ||
    tour.isBusy.get() ||
    root.matches("[data-editing], [data-picking]") ||
    root.querySelector("dialog[open], .fades:hover, .fades:focus-within") !== null;
  const hide = () => {
    if (isNeeded()) wake();
    else root.toggleAttribute("data-idle", true);
  };
  const wake = () => {
    root.toggleAttribute("data-idle", false);
    clearTimeout(timer);
    if (hasBegun) timer = window.setTimeout(hide, patienceMs);
  };
  const use = () => {
    hasBegun = true;
    wake();
  };
  const options = { signal, passive: true };
  // A finger on the picture looks around and is not headed for a tool; a mouse may be either.
  root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && use(), options);
  root.addEventListener("pointerdown", () => (hasBegun = true), options);
  root.addEventListener("keydown", use, options);
  root.addEventListener("focusin", wake, options);
  watch(isListOpen, signal, wake);
  watch(tour.room, signal, wake);
  const stop = tour.panorama?.on("click", () => {
    if (!isTouch.matches || root.hasAttribute("data-idle")) wake();
    else hide();
  });
  signal.addEventListener("abort", () => {
    stop?.();
    clearTimeout(timer);
  });
}
