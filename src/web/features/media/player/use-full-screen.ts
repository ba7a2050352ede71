import { type RefObject, useSyncExternalStore } from "react";

export interface FullScreen {
  /** False where neither page nor film can fill the screen. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

interface Phone {
  webkitEnterFullscreen?: () => void;
}

/** Phones know this of every video. */
const canPhone = () => "webkitEnterFullscreen" in HTMLVideoElement.prototype;

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
};

/** Picture and controls over the whole screen; phones that can only do it with a film itself do that. */
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
