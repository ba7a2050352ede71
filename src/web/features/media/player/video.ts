/** A video element that plays inside the page and whose frames the graphics card may read, wherever they come from. */
export function createVideo(): HTMLVideoElement {
  const video = document.createElement("video");
  video.playsInline = true;
  video.crossOrigin = "anonymous";
  video.preload = "auto";
  video.disablePictureInPicture = true;
  return video;
}

/** Plays; without sound where the browser allows no more before the viewer has pressed something. False: not at all. */
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
