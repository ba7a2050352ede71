import { setTimeout as sleep } from "node:timers/promises";
import type { GeoRepository } from "./geo.repository.ts";

/** Clocks and timers are not exact: between two processes a turn lasts a little longer than it must. */
const MARGIN = 1.05;

/** Too many wait, or the service is being left alone. */
export class QueueFull extends Error {}

/**
 * One after the other: within this process by standing in line, between processes by turns in the database. Resolves
 * when the service may be asked, which is to be done at once; with what `already` finds when the turn has come, if it
 * finds something. Throws QueueFull when it may not be asked.
 */
export function createGeocoderQueue(
  repository: Pick<GeoRepository, "takeTurn" | "isPaused">,
  {
    pause,
    most,
    now = () => performance.now(),
    wait = (milliseconds) => sleep(milliseconds),
  }: {
    readonly pause: number;
    readonly most: number;
    readonly now?: () => number;
    readonly wait?: (milliseconds: number) => Promise<unknown>;
  },
) {
  let line: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let last = Number.NEGATIVE_INFINITY;

  async function mine<T>(already: () => Promise<T | undefined>): Promise<T | undefined> {
    const before = await repository.takeTurn(pause * MARGIN, most);
    if (before === undefined) throw new QueueFull();
    if (before > 0) await wait(before);
    const found = await already();
    if (found !== undefined) return found;
    if (await repository.isPaused()) throw new QueueFull();
    // A timer or a database that was late does not make the next turn early.
    const rest = () => last + pause - now();
    while (rest() > 0) await wait(Math.ceil(rest()));
    last = now();
    return undefined;
  }

  return async function turn<T>(already: () => Promise<T | undefined>): Promise<T | undefined> {
    if (waiting >= most) throw new QueueFull();
    waiting += 1;
    const own = line.then(() => mine(already));
    line = own.catch(() => undefined);
    return own.finally(() => {
      waiting -= 1;
    });
  };
}
