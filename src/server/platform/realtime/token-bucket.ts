/** Rate limit: a burst at once, and so many per second in the long run. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #credit: number;
  #at = performance.now();

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#credit = burst;
  }

  /** Whether one more is allowed; a refused one does not count. */
  take(): boolean {
    const now = performance.now();
    const earned = ((now - this.#at) / 1000) * this.#perSecond;
    this.#credit = Math.min(this.#burst, this.#credit + earned);
    this.#at = now;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }
}
