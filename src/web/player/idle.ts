const patienceMs = 3000;

/**
 * Lets the controls fade while something plays and nobody uses them. They stay while the focus or the pointer is among
 * them or a list is open, and for those who asked for less motion. On a touch screen a press on the picture brings them
 * back or sends them away.
 */
export function fadeControls(
  root: HTMLElement,
  isNeeded: () => boolean,
  life: AbortSignal,
): { wake: () => void; tap: () => void } {
  const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
  const isTouch = matchMedia("(pointer: coarse)");
  let timer = 0;
  const hide = () => {
    const isUsed = root.querySelector(".player-bar:hover, .player-bar :focus-visible, dialog[open]") !== null;
    if (isNeeded() || isUsed || prefersStill.matches) wake();
    else root.toggleAttribute("data-idle", true);
  };
  const wake = () => {
    root.removeAttribute("data-idle");
    clearTimeout(timer);
    timer = window.setTimeout(hide, patienceMs);
  };
  const options = { signal: life, passive: true };
  root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && wake(), options);
  root.addEventListener("pointerleave", hide, options);
  root.addEventListener("keydown", wake, options);
  root.addEventListener("focusin", wake, options);
  life.addEventListener("abort", () => clearTimeout(timer));
  return {
    wake,
    tap: () => {
      if (isTouch.matches && !root.hasAttribute("data-idle") && !isNeeded())
        root.toggleAttribute("data-idle", true);
      else wake();
    },
  };
}
