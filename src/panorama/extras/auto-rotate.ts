import type { Panorama } from "../types.ts";

export interface AutoRotateOptions {
  /** Degrees a second, to the right; to the left below 0. 4 unless told otherwise. */
  readonly speed?: number | undefined;
  /** Milliseconds after the visitor has let go until it turns on; 3000 unless told otherwise. */
  readonly pause?: number | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Frames further apart than this, milliseconds, were a page that nobody looked at: it does not jump then. */
const LONGEST_FRAME = 100;

/** What a visitor does to the picture; everything else lets it turn on. */
const touches = ["pointerdown", "wheel", "keydown"] as const;

/**
 * Lets the picture turn slowly by itself until the signal aborts. Who takes hold of it has it; some seconds after
 * he has let go it turns on. Whoever asked for less motion should not be offered it.
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
