/** Part of hls.js: seconds that playback should be behind the newest frame, by the playlist until it is set. */
export interface Follower {
  targetLatency: number | null;
}

/** Seconds added after a stall, and in all. */
const added = { step: 1, most: 2 } as const;
/** Milliseconds without a stall after which a step is taken back: at first, and at most. */
const calm = { first: 10_000, most: 300_000 } as const;

/**
 * Keeps more distance to the newest frame after each stall, and less again after some time without one: twice as long
 * whenever a stall follows. hls.js by itself keeps the distance until it is closed: two stalls at the start leave a
 * viewer two seconds further behind for good.
 */
export class LiveDistance {
  readonly #hls: Follower;
  /** Seconds without any stall; undefined until the first stall. */
  #base: number | undefined;
  #more = 0;
  #wait: number = calm.first;
  #wasReduced = false;
  #since = 0;

  constructor(hls: Follower) {
    this.#hls = hls;
  }

  /** @param now in milliseconds */
  stalled(now: number): void {
    this.#base ??= this.#hls.targetLatency ?? undefined;
    if (this.#wasReduced) this.#wait = Math.min(this.#wait * 2, calm.most);
    this.#wasReduced = false;
    this.#keep(Math.min(this.#more + added.step, added.most), now);
  }

  /** To be called every now and then while the video plays. */
  check(now: number): void {
    if (this.#more === 0 || now - this.#since < this.#wait) return;
    this.#wasReduced = true;
    this.#keep(this.#more - added.step, now);
  }

  #keep(more: number, now: number): void {
    this.#more = more;
    this.#since = now;
    if (this.#base !== undefined) this.#hls.targetLatency = this.#base + more;
  }
}
