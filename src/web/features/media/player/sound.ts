import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** Restores this browser's last volume; muted where the video or the browser requires it. */
export function startSound(video: HTMLVideoElement, isMuted: boolean): void {
  const kept = recallSound();
  video.volume = kept.volume;
  video.muted = isMuted || kept.isMuted;
}

export const isSilent = (video: HTMLVideoElement): boolean => video.muted || video.volume === 0;

/** Sets the volume, 0..1, and remembers it. */
export function setVolume(video: HTMLVideoElement, level: number): void {
  video.volume = level;
  video.muted = level === 0;
  keep(video);
}

/** Toggles mute, and remembers it. */
export function toggleSound(video: HTMLVideoElement): void {
  const wasSilent = isSilent(video);
  if (video.volume === 0) video.volume = 0.5;
  video.muted = !wasSilent;
  keep(video);
}

const keep = ({ volume, muted }: HTMLVideoElement) =>
  remember(storageKeys.playerSound, JSON.stringify([volume, muted]));

function recallSound(): { volume: number; isMuted: boolean } {
  try {
    const [volume, isMuted] = JSON.parse(recall(storageKeys.playerSound) ?? "[]") as unknown[];
    const isLevel = typeof volume === "number" && volume >= 0 && volume <= 1;
    return { volume: isLevel ? volume : 1, isMuted: isMuted === true };
  } catch {
    return { volume: 1, isMuted: false };
  }
}
