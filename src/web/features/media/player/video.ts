/** Creates a video element that plays inline and whose frames the graphics card may read, from any origin. */
export function createVideo(): HTMLVideoElement {
  const video = document.createElement("video");
  video.playsInline = true;
  video.crossOrigin = "anonymous";
  video.preload = "auto";
  video.disablePictureInPicture = true;
  return video;
}

/** Plays; muted where the browser blocks sound before a user gesture. Resolves to false when it cannot play at all. */
export async function playAnyhow(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play();
    return true;
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "NotAllowedError" || video.muted) return false;
  }
  video.muted = true;
  return video.play().then(
    () => true,
    () => false,
  );
}
