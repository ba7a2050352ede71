import { element } from "#web/lib/element.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { iconControl, relabelControl } from "./control.ts";
import type { PlayerSpeaker } from "./words.ts";

/** As loud as it was left, on this browser; muted where the film or the browser wants it. */
export function startSound(video: HTMLVideoElement, isMuted: boolean): void {
  const kept = recallSound();
  video.volume = kept.volume;
  video.muted = isMuted || kept.isMuted;
}

export interface Sound {
  readonly elements: readonly HTMLElement[];
  toggle(): void;
}

/** Button and slider. Phones have keys of their own for how loud it is: there the button stands alone. */
export function soundControls(video: HTMLVideoElement, speaker: PlayerSpeaker, life: AbortSignal): Sound {
  const isSilent = () => video.muted || video.volume === 0;
  const keep = () => remember(storageKeys.playerSound, JSON.stringify([video.volume, video.muted]));
  const toggle = () => {
    const wasSilent = isSilent();
    if (video.volume === 0) video.volume = 0.5;
    video.muted = !wasSilent;
    keep();
  };
  const button = iconControl("sound", speaker.say("mute"), () => toggle());
  const slider = element("input", {
    type: "range",
    class: "player-volume",
    min: 0,
    max: 1,
    step: 0.05,
    "aria-label": speaker.say("volume"),
    oninput: () => {
      video.volume = slider.valueAsNumber;
      video.muted = slider.valueAsNumber === 0;
      keep();
    },
  });
  const follow = () => {
    relabelControl(button, isSilent() ? "mute" : "sound", speaker.say(isSilent() ? "unmute" : "mute"));
    const level = isSilent() ? 0 : video.volume;
    slider.value = String(level);
    slider.style.setProperty("--level", String(level));
  };
  video.addEventListener("volumechange", follow, { signal: life });
  follow();
  return { elements: [button, slider], toggle };
}

function recallSound(): { volume: number; isMuted: boolean } {
  try {
    const [volume, isMuted] = JSON.parse(recall(storageKeys.playerSound) ?? "[]") as unknown[];
    const isLevel = typeof volume === "number" && volume >= 0 && volume <= 1;
    return { volume: isLevel ? volume : 1, isMuted: isMuted === true };
  } catch {
    return { volume: 1, isMuted: false };
  }
}
