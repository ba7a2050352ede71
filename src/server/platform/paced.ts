import { setTimeout as sleep } from "node:timers/promises";

export interface PaceOptions {
  /** Share of the time that the work may take, above 0 and at most 1. */
  readonly share: number;
  readonly now?: () => number;
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs background work in turns, in the order of the calls, with a rest after each: however many calls are made at
 * once, requests of users find the database free for the remaining share of the time. A call resolves after its rest,
 * or rejects as its work does; the next one runs all the same.
 */
export function paced<T>(
  work: (item: T) => Promise<void>,
  { share, now = () => performance.now(), rest = sleep }: PaceOptions,
): (item: T) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const turnAfter = async (former: Promise<unknown>, item: T) => {
    await former;
    const begin = now();
    await work(item);
    await rest(((now() - begin) * (1 - share)) / share);
  };
  return (item) => {
    const turn = turnAfter(last, item);
    last = turn.catch(() => undefined);
    return turn;
  };
}
