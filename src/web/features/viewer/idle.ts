import type { Frame } from "./frame.ts";

const patienceMs = 4000;

/**
 * Lets the tools fade when nobody uses them. They stay while the focus or the pointer is among them, while a list
 * or a dialog is open, and altogether for those who asked for less motion: for them nothing leaves unasked.
 * A press on the picture brings them back at once, or sends them away.
 */
export function fadeWhenIdle({ root, tour, life, isListOpen }: Frame): void {
  const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;
  const isNeeded = () =>
    prefersStill.matches ||
    isListOpen.get() ||
    tour.isBusy.get() ||
    root.querySelector("dialog[open], .fades:hover, .fades:focus-within") !== null;
  const hide = () => {
    if (isNeeded()) wake();
    else root.toggleAttribute("data-idle", true);
  };
  const wake = () => {
    root.toggleAttribute("data-idle", false);
    clearTimeout(timer);
    timer = window.setTimeout(hide, patienceMs);
  };
  const options = { signal: life, passive: true };
  // A finger on the picture is looking around, not looking for a tool; a mouse may be either.
  root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && wake(), options);
  root.addEventListener("keydown", wake, options);
  root.addEventListener("focusin", wake, options);
  isListOpen.watch(life, wake);
  tour.room.watch(life, wake);
  const toggle = () => {
    if (!matchMedia("(pointer: coarse)").matches || !root.hasAttribute("data-idle")) return wakeOrHide();
    wake();
  };
  const wakeOrHide = () => {
    if (matchMedia("(pointer: coarse)").matches && !isNeeded()) root.toggleAttribute("data-idle", true);
    else wake();
  };
  const stop = tour.panorama?.on("click", toggle);
  life.addEventListener("abort", () => {
    stop?.();
    clearTimeout(timer);
  });
  wake();
}
