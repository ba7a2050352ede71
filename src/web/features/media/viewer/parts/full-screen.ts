import { useSyncExternalStore } from "react";

/** iPhones offer no full screen to pages: the button is hidden there. */
export const hasFullScreen = () => document.fullscreenEnabled;

export function toggleFullScreen(root: HTMLElement): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
  // Refused by the embedding page: nothing changes, no message is needed.
  change.catch(() => undefined);
}

function follow(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(follow, () => Boolean(document.fullscreenElement));
