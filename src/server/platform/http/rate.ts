import { AppError } from "../errors.ts";

/** What is left of a count: how much it allows, how much of that is still to be used, seconds until it begins anew. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly seconds: number;
}

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
  take(key: string, perMinute: number): RateState {
    const now = this.#now();
    const window = Math.floor(now / 60_000);
    if (window !== this.#window || this.#counts.size >= this.#maxKeys) {
      this.#counts.clear();
      this.#window = window;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const seconds = Math.ceil(((window + 1) * 60_000 - now) / 1000);
    if (count > perMinute) throw new AppError("RATE_LIMITED", { values: { seconds } });
    return { limit: perMinute, remaining: perMinute - count, seconds };
  }
}
