import { AppError } from "../errors.ts";

/**
 * Counts calls per key in windows of a minute, in this process's memory. Bounded: when too many keys are held the
 * window is closed early, which forgives callers rather than growing.
 */
export class RateLimiter {
  readonly #counts = new Map<string, number>();
  readonly #now: () => number;
  readonly #maxKeys: number;
  #window = 0;

  constructor(now: () => number, maxKeys = 100_000) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** Throws RATE_LIMITED with the seconds to wait once `key` has been used more than `perMinute` times. */
  take(key: string, perMinute: number): void {
    const now = this.#now();
    const window = Math.floor(now / 60_000);
    if (window !== this.#window || this.#counts.size >= this.#maxKeys) {
      this.#counts.clear();
      this.#window = window;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > perMinute) {
      throw new AppError("RATE_LIMITED", {
        values: { seconds: Math.ceil(((window + 1) * 60_000 - now) / 1000) },
      });
    }
  }
}
