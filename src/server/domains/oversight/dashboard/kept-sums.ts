import { setTimeout as sleep } from "node:timers/promises";
import { beyondCall } from "#server/platform/call-scope.ts";
import type { Clock } from "#server/platform/clock.ts";

/** Users of more projects than this see a sum that may be older. */
export const fewProjects = 50;
/** Milliseconds for which a sum counts as new, and for which it is shown while a new one is made. */
const ages = { fresh: 60_000, shown: 3_600_000 };
/** A sum counts as new for as many times as long as it took, so that most of the time none is made. */
const rest = 20;
/** Sums that are kept at most; the oldest goes first. */
const mostKept = 1000;

interface Kept<Sum> {
  readonly sum: Sum;
  /** Times of the clock: when it was made, and until when it counts as new. */
  readonly at: number;
  readonly until: number;
}

/**
 * Sums over hundreds of thousands of rows, by user: each is kept for a minute or longer, and a former one is shown while
 * it is renewed. A call that ends or is stopped meanwhile does not stop it.
 */
export function keepSums<Sum>(clock: Clock) {
  const kept = new Map<number, Kept<Sum>>();
  const running = new Map<number, { readonly made: Promise<Sum>; readonly since: number }>();
  const now = () => clock.now().getTime();

  const renew = (userId: number, make: () => Promise<Sum>): Promise<Sum> => {
    const present = running.get(userId);
    if (present !== undefined) return present.made;
    const since = performance.now();
    const made = beyondCall(make)
      .then((sum) => {
        kept.delete(userId);
        const took = performance.now() - since;
        kept.set(userId, { sum, at: now(), until: now() + Math.max(ages.fresh, rest * took) });
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
        return sum;
      })
      .finally(() => running.delete(userId));
    running.set(userId, { made, since });
    return made;
  };

  const of = async (userId: number, make: () => Promise<Sum>): Promise<Sum> => {
    const former = kept.get(userId);
    if (former === undefined || now() - former.at > ages.shown) return renew(userId, make);
    // A failure leaves the former sum; the next call tries again.
    if (now() >= former.until) renew(userId, make).catch(() => undefined);
    return former.sum;
  };

  /** The same; undefined once it has been made for so many milliseconds and there is no former one. */
  const within = (patience: number, userId: number, make: () => Promise<Sum>): Promise<Sum | undefined> => {
    const found = of(userId, make);
    const { since = performance.now() } = running.get(userId) ?? {};
    const left = Math.max(0, patience - (performance.now() - since));
    return Promise.race([found, sleep(left, undefined, { ref: false })]);
  };

  return { of, within };
}
