import { useSyncExternalStore } from "react";

/** Returns whether a media query matches, and updates when that changes. */
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
