/**
 * Reports every frame that the browser presents, once: while it plays, and after each seek while paused. Reports
 * nothing for a hidden page.
 */
export function watchFrames(video: HTMLVideoElement, signal: AbortSignal, arrived: () => void): void {
  if ("requestVideoFrameCallback" in video) {
    let handle = 0;
    const next = () => {
      handle = video.requestVideoFrameCallback(() => {
        arrived();
        next();
      });
    };
    next();
    signal.addEventListener("abort", () => video.cancelVideoFrameCallback(handle));
  } else watchTime(video, signal, arrived);
}

/** Firefox before 132 has no frame callback: its time changes with its frames. */
function watchTime(video: HTMLVideoElement, signal: AbortSignal, arrived: () => void): void {
  let handle = 0;
  let seen = -1;
  const look = () => {
    if (video.currentTime !== seen) {
      seen = video.currentTime;
      arrived();
    }
    handle = requestAnimationFrame(look);
  };
  const start = () => {
    cancelAnimationFrame(handle);
    look();
  };
  const stop = () => cancelAnimationFrame(handle);
  for (const name of ["play", "playing"]) video.addEventListener(name, start, { signal });
  for (const name of ["pause", "ended"]) video.addEventListener(name, stop, { signal });
  for (const name of ["loadeddata", "seeked"]) video.addEventListener(name, arrived, { signal });
  signal.addEventListener("abort", stop);
  if (!video.paused) look();
}
