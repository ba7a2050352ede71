import type { Clock } from "#server/platform/clock.ts";

/** Users of more projects than this see a sum that may be older. */
export const fewProjects = 50;
/** Milliseconds for which a sum counts as new, and for which it is shown while a new one is made. */
const ages = { fresh: 60_000, shown: 3_600_000 };
/** Sums that are kept at most; the oldest goes first. */
const mostKept = 1000;

/**
 * Sums over hundreds of thousands of rows, by user: each is kept for a minute, and a former one is shown while it is
 * renewed.
 */
export function keepSums<Sum>(clock: Clock) {
  const kept = new Map<number, { readonly sum: Sum; readonly at: number }>();
  const running = new Map<number, Promise<Sum>>();

  const renew = (userId: number, make: () => Promise<Sum>): Promise<Sum> => {
    const present = running.get(userId);
    if (present !== undefined) return present;
    const made = make()
      .then((sum) => {
        kept.delete(userId);
        kept.set(userId, { sum, at: clock.now().getTime() });
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
        return sum;
      })
      .finally(() => running.delete(userId));
    running.set(userId, made);
    return made;
  };

  return async (userId: number, make: () => Promise<Sum>): Promise<Sum> => {
    const former = kept.get(userId);
    const age = clock.now().getTime() - (former?.at ?? 0);
    if (former === undefined || age > ages.shown) return renew(userId, make);
    // A failure leaves the former sum; the next call tries again.
    if (age > ages.fresh) renew(userId, make).catch(() => undefined);
    return former.sum;
  };
}
