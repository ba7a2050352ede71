let holds = 0;

/**
 * Counts as activity until the returned function is called: for work that goes on without a hand, such as an upload
 * or a camera that somebody watches. Video and audio elements that play, and full screen, count by themselves.
 */
export function keepAwake(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/** Whether something goes on that nobody should be interrupted in. */
export function isKeptAwake(): boolean {
  // Undefined where a phone knows no full screen.
  return holds > 0 || Boolean(document.fullscreenElement) || isPlaying();
}

function isPlaying(): boolean {
  return [...document.querySelectorAll<HTMLMediaElement>("video, audio")].some(
    ({ paused, ended }) => !paused && !ended,
  );
}
