let holds = 0;

/**
 * Counts as activity until the returned function is called: for work that goes on without user input, such as an upload
 * or a camera being watched. Playing video and audio elements, and full screen, count automatically.
 */
export function keepAwake(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/** Returns true while something is in progress that must not be interrupted. */
export function isKeptAwake(): boolean {
  // `document.fullscreenElement` is undefined on phones without the Fullscreen API.
  return holds > 0 || Boolean(document.fullscreenElement) || isPlaying();
}

function isPlaying(): boolean {
  return [...document.querySelectorAll<HTMLMediaElement>("video, audio")].some(
    ({ paused, ended }) => !paused && !ended,
  );
}
