import { useEffect } from "react";

/** Milliseconds in which panels above may still grow. */
const SETTLING = 3000;
const ways = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * `#team` in the address leads to the team once it stands there, and stays there while the panels above it load; as
 * soon as the person moves, the page is his.
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
