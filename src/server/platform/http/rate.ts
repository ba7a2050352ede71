import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { RateCounts } from "./rate-counts.ts";

/** State of a count: its limit, how much of it is left, seconds until it restarts. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly seconds: number;
}

export interface SharedRate {
  readonly counts: RateCounts;
  /** Number of other processes that currently answer calls; while there are none, the database is not queried. */
  readonly others: () => number;
  readonly log: Log;
}

interface RateOptions {
  readonly shared?: SharedRate;
  /** Maximum number of keys held. */
  readonly maxKeys?: number;
}

/** This process's count of one key in this minute. */
interface Count {
  limit: number;
  /** Allowed without a query, and how many of those the others know of. */
  free: number;
  told: number;
  /** Used or reserved by all nodes, as of the last response. */
  total: number;
  /** Reserved: requested, and not used yet. */
  held: number;
  isFull: boolean;
  asking: Promise<void> | undefined;
  /** Calls that wait for the response. */
  waiting: number;
}

const minute = 60_000;
/** Share of a limit that all nodes together allow without a query and hold in reserve: the possible error of a sum. */
const unasked = 0.05;
const inHand = 0.04;
/** A smaller limit is for protection rather than for metering: it is exact. */
const exactBelow = 60;
/** Milliseconds that a response may take, and during which nothing is queried after one that did not arrive. */
const patience = 1_000;
const rest = 2_000;

/**
 * Counts calls per key in windows of a minute. A single process counts in its memory. As soon as others answer calls
 * too, each allows a small share from memory, and takes the rest from the database in batches: all together allow at
 * most 1.05 times the limit, for one statement in fifty calls of a frequent caller, and none for all others. When the
 * database is unreachable, each counts separately.
 *
 * Bounded: when too many keys are held the window is closed early, which resets callers rather than growing.
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
   * Seconds until `key` may be used again; 0 while it may, and 0 on a node that has not queried it in this minute.
   * Counts nothing.
   */
  secondsLeft(key: string, perMinute: number): number {
    const window = Math.floor(this.#now() / minute);
    const count = window === this.#window ? this.#counts.get(key) : undefined;
    if (count === undefined) return 0;
    const isUsedUp = count.isFull || left(count, perMinute) === 0;
    return isUsedUp && count.held === 0 ? Math.ceil(((window + 1) * minute - this.#now()) / 1000) : 0;
  }

  /** Immediately reports to the others what was counted before they started. */
  async share(): Promise<void> {
    const others = this.#others;
    if (others === 0) return;
    for (const [key, count] of this.#counts)
      if (count.free - count.told > shareOf(unasked, count.limit, others)) await this.#ask(key, count);
  }

  /** Number of processes that share the limits with this one. */
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

  /** Reserves the next batch, and reports what was allowed before; one query per key at a time. */
  #ask(key: string, count: Count): Promise<void> {
    count.asking ??= this.#takeBatch(key, this.#window, count).finally(() => {
      count.asking = undefined;
    });
    return count.asking;
  }

  async #takeBatch(key: string, window: number, count: Count): Promise<void> {
    const { counts, log } = this.#shared as SharedRate;
    // Concurrent callers are known only when they have all arrived here.
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

/** Allows one call within the part that this process may decide by itself; returns false otherwise. */
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

/** One node's part of a share of the limit. */
const shareOf = (share: number, limit: number, others: number) =>
  limit < exactBelow ? 0 : Math.floor((share * limit) / (others + 1));

const left = ({ total, held, free, told }: Count, limit: number) =>
  Math.max(0, Math.floor(limit - total + held - (free - told)));

/** The response, if it arrives in time. */
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
