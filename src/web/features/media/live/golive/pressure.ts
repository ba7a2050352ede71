/** Steps of quality, the best first: bits per second, and the height that suits them. */
export const steps = [
  { bitrate: 2_500_000, height: 720 },
  { bitrate: 1_500_000, height: 720 },
  { bitrate: 800_000, height: 540 },
  { bitrate: 400_000, height: 360 },
] as const;

/** Milliseconds of an empty socket buffer after which the next step is tried, and between two steps. */
const CALM = 12_000;
const PAUSE = 2500;
/** Seconds of video that may wait: above the first, quality goes down; above the second, frames are dropped. */
const behind = { slow: 0.8, lost: 2 };

/**
 * Sets the video quality by the amount of data waiting in the socket. Down at once and one step at a time, up only
 * after a long calm period, and later with every failed attempt: a connection that carries just less than the next step
 * would oscillate.
 */
export class Pressure {
  #step = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #calmSince: number | null = null;
  #patience = CALM;
  #wentUp = false;

  get step(): (typeof steps)[number] {
    return steps[this.#step] ?? steps[0];
  }

  get isReduced(): boolean {
    return this.#step > 0;
  }

  /** Whether to drop the next frame, with `now` in milliseconds and `waiting` in bytes. */
  look(waiting: number, now: number): { readonly isLost: boolean; readonly isChanged: boolean } {
    const seconds = (waiting * 8) / this.step.bitrate;
    const before = this.#step;
    if (seconds > behind.slow) {
      this.#calmSince = null;
      if (now - this.#changedAt > PAUSE && this.#step < steps.length - 1) {
        if (this.#wentUp) this.#patience = Math.min(this.#patience * 2, 8 * CALM);
        this.#go(this.#step + 1, now, false);
      }
    } else if (seconds < behind.slow / 8) {
      this.#calmSince ??= now;
      if (this.#step > 0 && now - this.#calmSince > this.#patience) this.#go(this.#step - 1, now, true);
    } else this.#calmSince = null;
    return { isLost: seconds > behind.lost, isChanged: this.#step !== before };
  }

  #go(step: number, now: number, isUp: boolean): void {
    this.#step = step;
    this.#changedAt = now;
    this.#calmSince = null;
    this.#wentUp = isUp;
  }
}

/** Size in which a frame is sent: no higher than the step allows, even in both dimensions as H.264 requires. */
export function sizeFor(width: number, height: number, most: number): { width: number; height: number } {
  // A phone held upright has its longer side as height.
  const share = Math.min(1, most / Math.min(width, height));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * share) / 2));
  return { width: even(width), height: even(height) };
}
