import { iconControl, relabelControl } from "./control.ts";
import type { PlayerSpeaker } from "./words.ts";

export interface FullScreen {
  /** Undefined where neither page nor film can fill the screen. */
  readonly button: HTMLButtonElement | undefined;
  toggle(): void;
}

type Phone = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Picture and controls over the whole screen; phones that can only do it with a film itself do that. */
export function fullScreen(
  root: HTMLElement,
  video: HTMLVideoElement,
  speaker: PlayerSpeaker,
  life: AbortSignal,
): FullScreen {
  const phone = video as Phone;
  const canPage = document.fullscreenEnabled;
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (canPage) void root.requestFullscreen().catch(() => undefined);
    else phone.webkitEnterFullscreen?.();
  };
  if (!canPage && phone.webkitEnterFullscreen === undefined) return { button: undefined, toggle };
  const button = iconControl("expand", speaker.say("fullscreen"), toggle);
  const follow = () => {
    const isOn = document.fullscreenElement === root;
    relabelControl(button, isOn ? "shrink" : "expand", speaker.say(isOn ? "fullscreen_leave" : "fullscreen"));
  };
  document.addEventListener("fullscreenchange", follow, { signal: life });
  return { button, toggle };
}
