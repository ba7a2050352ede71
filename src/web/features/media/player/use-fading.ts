import { type RefObject, useEffect, useMemo } from "react";
import { useLatest } from "#web/lib/use-latest.ts";

const patienceMs = 3000;

export interface Fading {
  /** Shows the controls again. */
  readonly wake: () => void;
  /** The picture was pressed: on a touch screen this toggles the controls. */
  readonly tap: () => void;
}

/**
 * Fades the controls while something plays and the viewer is idle, by `data-idle` on the player. They stay while the
 * focus or the pointer is among them, while a dialog is open, and for users who prefer reduced motion.
 * @param isNeeded called each time: whether the controls have to stay.
 */
export function useFading(root: RefObject<HTMLElement | null>, isNeeded: () => boolean): Fading {
  const needed = useLatest(isNeeded);
  const fading = useMemo(() => createFading(root, () => needed.current()), [root, needed]);
  useEffect(() => fading.begin(), [fading]);
  return fading;
}

function createFading(root: RefObject<HTMLElement | null>, isNeeded: () => boolean) {
  let timer = 0;
  const setIdle = (isIdle: boolean) => root.current?.toggleAttribute("data-idle", isIdle);
  const hide = () => {
    const isUsed =
      root.current?.querySelector("[data-bar]:hover, [data-bar] :focus-visible, dialog[open]") !== null;
    if (isNeeded() || isUsed || matchMedia("(prefers-reduced-motion: reduce)").matches) wake();
    else setIdle(true);
  };
  const wake = () => {
    setIdle(false);
    clearTimeout(timer);
    timer = window.setTimeout(hide, patienceMs);
  };
  return {
    wake,
    tap() {
      const isShown = root.current?.hasAttribute("data-idle") === false;
      if (matchMedia("(pointer: coarse)").matches && isShown && !isNeeded()) setIdle(true);
      else wake();
    },
    begin() {
      const controller = new AbortController();
      const options = { signal: controller.signal, passive: true };
      const player = root.current;
      player?.addEventListener("pointermove", (event) => event.pointerType === "mouse" && wake(), options);
      player?.addEventListener("pointerleave", hide, options);
      player?.addEventListener("keydown", wake, options);
      player?.addEventListener("focusin", wake, options);
      return () => {
        controller.abort();
        clearTimeout(timer);
      };
    },
  };
}
