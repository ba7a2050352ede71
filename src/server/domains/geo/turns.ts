import { setTimeout as wait } from "node:timers/promises";
import type { GeoRepository } from "./geo.repository.ts";

/** Clocks and timers are not exact: between two processes a turn lasts a little longer than it must. */
const MARGIN = 1.05;

/** Too many wait, or the service is being left alone. */
export class NoTurn extends Error {}

/**
 * One after the other: within this process by standing in line, between processes by turns in the database. Resolves
 * when the service may be asked; throws NoTurn when it may not be.
 */
export function createTurns(
  repository: Pick<GeoRepository, "takeTurn" | "isPaused">,
  { pause, most }: { pause: number; most: number },
) {
  let line: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let last = Number.NEGATIVE_INFINITY;

  async function mine(): Promise<void> {
    const before = await repository.takeTurn(pause * MARGIN, most);
    if (before === undefined) throw new NoTurn();
    if (before > 0) await wait(before);
    // A timer that was late does not make the next turn early.
    const rest = last + pause - performance.now();
    if (rest > 0) await wait(rest);
    if (await repository.isPaused()) throw new NoTurn();
    last = performance.now();
  }

  return async function turn(): Promise<void> {
    if (waiting >= most) throw new NoTurn();
    waiting += 1;
    const own = line.then(mine);
    line = own.catch(() => undefined);
    await own.finally(() => {
      waiting -= 1;
    });
  };
}
