import { type RefObject, useSyncExternalStore } from "react";

export interface FullScreen {
  /** False where neither the page nor the video can fill the screen. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

interface Phone {
  webkitEnterFullscreen?: () => void;
}

/** Phones have this method on every video. */
const canPhone = () => "webkitEnterFullscreen" in HTMLVideoElement.prototype;

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
};

/** Shows picture and controls in full screen; phones that support it only for a video element use that. */
export function useFullScreen(
  root: RefObject<HTMLElement | null>,
  video: () => (HTMLVideoElement & Phone) | null,
): FullScreen {
  const canPage = document.fullscreenEnabled;
  const isOn = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === root.current,
  );
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (canPage) void root.current?.requestFullscreen().catch(() => undefined);
    else video()?.webkitEnterFullscreen?.();
  };
  return { isOffered: canPage || canPhone(), isOn, toggle };
}
