import type { Panorama } from "../types.ts";

export interface AutoRotateOptions {
  /** Degrees per second, to the right; to the left below 0. Default 4. */
  readonly speed?: number | undefined;
  /** Milliseconds after the last interaction until the rotation resumes. Default 3000. */
  readonly pause?: number | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Frames further apart than this, in milliseconds, come from a hidden page: the picture does not jump then. */
const LONGEST_FRAME = 100;

/** Interactions that pause the rotation; all others let it continue. */
const touches = ["pointerdown", "wheel", "keydown"] as const;

/**
 * Rotates the picture slowly until the signal aborts. An interaction pauses it; it resumes some seconds after the
 * release. Hosts should not offer it to users who prefer reduced motion.
 */
export function autoRotate(panorama: Panorama, { speed = 4, pause = 3000, signal }: AutoRotateOptions): void {
  const { element } = panorama;
  let restsUntil = 0;
  let isHeld = false;
  let last = performance.now();
  const rest = () => {
    restsUntil = performance.now() + pause;
  };
  const hold = (event: Event) => {
    if (event.type === "pointerdown") isHeld = true;
    rest();
  };
  const release = () => {
    if (isHeld) rest();
    isHeld = false;
  };
  for (const name of touches) element.addEventListener(name, hold, { signal, passive: true });
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, release, { signal });
  const turn = (now: number) => {
    if (signal.aborted) return;
    const passed = Math.min(now - last, LONGEST_FRAME);
    last = now;
    if (!isHeld && now >= restsUntil && passed > 0)
      void panorama.lookAt({ yaw: panorama.view.yaw + (speed * passed) / 1000 });
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
}
