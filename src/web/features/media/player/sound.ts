import { recall, remember, storageKeys } from "#web/lib/storage.ts";

/** As loud as it was left, on this browser; muted where the film or the browser wants it. */
export function startSound(video: HTMLVideoElement, isMuted: boolean): void {
  const kept = recallSound();
  video.volume = kept.volume;
  video.muted = isMuted || kept.isMuted;
}

export const isSilent = (video: HTMLVideoElement): boolean => video.muted || video.volume === 0;

/** Sets how loud it is, from 0 to 1, and remembers it. */
export function setVolume(video: HTMLVideoElement, level: number): void {
  video.volume = level;
  video.muted = level === 0;
  keep(video);
}

/** Mutes, or lets it be heard again, and remembers it. */
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
