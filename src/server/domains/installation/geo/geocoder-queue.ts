import { setTimeout as sleep } from "node:timers/promises";
import type { GeoRepository } from "./geo.repository.ts";

/** Clocks and timers are not exact: between two processes a slot lasts slightly longer than required. */
const MARGIN = 1.05;

/** Too many requests wait, or calls are paused. */
export class QueueFull extends Error {}

/**
 * Runs requests one at a time: within this process by a queue, between processes by slots in the database. Resolves
 * when the service may be called, which has to happen at once; or with the result of `already` if that finds one when
 * the slot begins. Throws `QueueFull` when no request may be made.
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
    // A late timer or database does not make the next slot early.
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
