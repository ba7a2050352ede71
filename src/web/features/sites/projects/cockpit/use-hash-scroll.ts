import { useEffect } from "react";

/** Milliseconds in which panels above may still grow. */
const SETTLING = 3000;
const ways = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to the anchor in the address, such as `#team`, once it is rendered, and keeps it in place while the panels
 * above load; stops as soon as the user scrolls.
 */
export function useHashScroll(): void {
  useEffect(() => {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name === "" ? null : document.getElementById(name);
    if (target === null) return undefined;
    const go = () => target.scrollIntoView({ block: "start" });
    const watch = new ResizeObserver(go);
    const stop = () => {
      watch.disconnect();
      clearTimeout(timer);
      for (const way of ways) removeEventListener(way, stop);
    };
    const timer = setTimeout(stop, SETTLING);
    for (const way of ways) addEventListener(way, stop, { passive: true });
    watch.observe(document.body);
    go();
    return stop;
  }, []);
}
