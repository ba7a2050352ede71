import { useSyncExternalStore } from "react";

/** Whether a media query holds now, and again when it changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Under 768 px wide. */
export const useIsMobile = () => useMediaQuery("(width < 48rem)");
