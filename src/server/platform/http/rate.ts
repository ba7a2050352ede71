import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { RateCounts } from "./rate-counts.ts";

/** What is left of a count: how much it allows, how much of that is still to be used, seconds until it begins anew. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly seconds: number;
}

export interface SharedRate {
  readonly counts: RateCounts;
  /** How many other processes answer calls at this moment; while there are none, nothing is asked. */
  readonly others: () => number;
  readonly log: Log;
}

interface RateOptions {
  readonly shared?: SharedRate;
  /** Keys that are held at most. */
  readonly maxKeys?: number;
}

/** What this process knows of one key in this minute. */
interface Count {
  limit: number;
  /** Let through without asking, and how many of those the others know of. */
  free: number;
  told: number;
  /** What all nodes have used or hold in hand, as of the last answer. */
  total: number;
  /** In hand: asked for, and not used yet. */
  held: number;
  isFull: boolean;
  asking: Promise<void> | undefined;
  /** Calls that wait for the answer. */
  waiting: number;
}

const minute = 60_000;
/** Shares of a limit that all nodes together let through unasked, and hold in hand: so much a sum may be off. */
const unasked = 0.05;
const inHand = 0.04;
/** A limit below this is a guard and not a measure: it is exact. */
const exactBelow = 60;
/** Milliseconds that an answer may take, and for which nothing is asked after one that did not come. */
const patience = 1_000;
const rest = 2_000;

/**
 * Counts calls per key in windows of a minute. A process that is alone counts in its memory. As soon as others answer
 * calls too, each lets a small share through from memory, and takes the rest from the database in batches: what all let
 * through together is at most 1.05 times the limit, for one statement in fifty calls of whoever calls much, and none for
 * all others. When the database cannot be asked, each counts for itself.
 *
 * Bounded: when too many keys are held the window is closed early, which forgives callers rather than growing.
 */
export class RateLimiter {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #shared: SharedRate | undefined;
  #window = 0;
  #restsUntil = 0;

  constructor(now: () => number, { shared, maxKeys = 100_000 }: RateOptions = {}) {
    this.#now = now;
    this.#maxKeys = maxKeys;
    this.#shared = shared;
  }

  /** Throws RATE_LIMITED with the seconds to wait once `key` has been used more than `perMinute` times. */
  async take(key: string, perMinute: number): Promise<RateState> {
    for (;;) {
      const count = this.#count(key, perMinute);
      const seconds = Math.ceil(((this.#window + 1) * minute - this.#now()) / 1000);
      if (letThrough(count, perMinute, this.#others))
        return { limit: perMinute, remaining: left(count, perMinute), seconds };
      if (count.isFull || this.#others === 0) throw new AppError("RATE_LIMITED", { values: { seconds } });
      count.waiting += 1;
      await this.#ask(key, count);
      count.waiting -= 1;
    }
  }

  /**
   * Seconds until `key` may be used again; 0 while it may, and 0 on a node that has not asked about it in this minute.
   * Counts nothing.
   */
  secondsLeft(key: string, perMinute: number): number {
    const window = Math.floor(this.#now() / minute);
    const count = window === this.#window ? this.#counts.get(key) : undefined;
    if (count === undefined) return 0;
    const isUsedUp = count.isFull || left(count, perMinute) === 0;
    return isUsedUp && count.held === 0 ? Math.ceil(((window + 1) * minute - this.#now()) / 1000) : 0;
  }

  /** Tells the others at once what was counted before they came. */
  async share(): Promise<void> {
    const others = this.#others;
    if (others === 0) return;
    for (const [key, count] of this.#counts)
      if (count.free - count.told > shareOf(unasked, count.limit, others)) await this.#ask(key, count);
  }

  /** With how many this process shares its limits. */
  get #others(): number {
    if (this.#shared === undefined || performance.now() < this.#restsUntil) return 0;
    return this.#shared.others();
  }

  #count(key: string, limit: number): Count {
    const window = Math.floor(this.#now() / minute);
    if (window !== this.#window || this.#counts.size >= this.#maxKeys) {
      this.#counts.clear();
      if (window !== this.#window && this.#others > 0)
        this.#shared?.counts.prune(window - 1).catch(() => undefined);
      this.#window = window;
    }
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = {
      limit,
      free: 0,
      told: 0,
      total: 0,
      held: 0,
      isFull: false,
      asking: undefined,
      waiting: 0,
    };
    this.#counts.set(key, count);
    return count;
  }

  /** Takes the next batch, and tells what was let through before; one question per key at a time. */
  #ask(key: string, count: Count): Promise<void> {
    count.asking ??= this.#takeBatch(key, this.#window, count).finally(() => {
      count.asking = undefined;
    });
    return count.asking;
  }

  async #takeBatch(key: string, window: number, count: Count): Promise<void> {
    const { counts, log } = this.#shared as SharedRate;
    // Those who call at the same moment are known only when they have all come here.
    await Promise.resolve();
    const untold = count.free - count.told;
    const wanted = Math.max(shareOf(inHand, count.limit, this.#others), count.waiting, 1);
    try {
      const total = await soon(counts.add(key, window, untold + wanted));
      const granted = Math.min(Math.max(Math.floor(count.limit) - (total - wanted), 0), wanted);
      count.told += untold;
      count.total = total - wanted + granted;
      count.held += granted;
      count.isFull = granted < wanted;
    } catch (error) {
      this.#restsUntil = performance.now() + rest;
      log.warn(
        { error: String(error) },
        "rate: the common counts cannot be asked, this node counts for itself",
      );
    }
  }
}

/** Lets one through with what this process may decide by itself; false: it may not. */
function letThrough(count: Count, limit: number, others: number): boolean {
  if (count.held > 0) {
    count.held -= 1;
    return true;
  }
  const isFree =
    others === 0
      ? count.total + count.free - count.told + 1 <= limit
      : limit >= exactBelow && count.free < shareOf(unasked, limit, others);
  if (isFree) count.free += 1;
  return isFree;
}

/** What one of several nodes has of a share of the limit. */
const shareOf = (share: number, limit: number, others: number) =>
  limit < exactBelow ? 0 : Math.floor((share * limit) / (others + 1));

const left = ({ total, held, free, told }: Count, limit: number) =>
  Math.max(0, Math.floor(limit - total + held - (free - told)));

/** The answer, if it comes in time. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
