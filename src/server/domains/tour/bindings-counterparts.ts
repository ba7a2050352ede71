import type { BindingsRepository } from "./bindings.repository.ts";
import { counterpartOf } from "./bindings-nearness.ts";

/** What other domains ask of the bindings. */
export interface Counterparts {
  /**
   * The room of each of these visits that shows what a room shows and whose picture is ready, by visit: bound to it,
   * else the likeliest. Which visits may be asked for is the caller's to know.
   */
  counterpartsOf(
    room: { readonly id: number; readonly id_visit: number },
    visitIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
}

export function createCounterparts(bindings: BindingsRepository): Counterparts {
  return {
    async counterpartsOf({ id, id_visit }, visitIds) {
      const found = new Map<number, number>();
      if (visitIds.length === 0) return found;
      const family = await bindings.ofVisits([id_visit]);
      const room = family.find(({ id_room }) => id_room === id);
      if (room === undefined) return found;
      const likely = Map.groupBy(await bindings.candidates(room, visitIds), (other) => other.id_visit);
      for (const [visit, others] of likely) {
        const counterpart = counterpartOf(room, family, others);
        if (counterpart !== undefined) found.set(visit, counterpart.id_room);
      }
      return found;
    },
  };
}
