import { useSyncExternalStore } from "react";

/** iPhones offer no full screen to pages: then there is no button either. */
export const hasFullScreen = () => document.fullscreenEnabled;

export function toggleFullScreen(root: HTMLElement): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
  // Refused by the page this one is embedded in: nothing changes, nothing to say.
  change.catch(() => undefined);
}

function follow(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(follow, () => Boolean(document.fullscreenElement));
