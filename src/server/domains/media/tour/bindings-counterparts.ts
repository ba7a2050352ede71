import type { BindingsRepository } from "./bindings.repository.ts";
import { counterpartOf } from "./bindings-nearness.ts";
import { inWalk, matchesOf } from "./match-states.ts";

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
  /** The room of each of these visits that may show the same though nothing joins them, for a person to decide. */
  likelyFor(
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
    async likelyFor({ id, id_visit }, visitIds) {
      const rooms = Map.groupBy(await bindings.ofVisits([id_visit, ...visitIds]), (room) => room.id_visit);
      const family = inWalk(rooms.get(id_visit) ?? []);
      return new Map(
        visitIds.flatMap((visit) => {
          const others = inWalk((rooms.get(visit) ?? []).filter(({ is_ready }) => is_ready));
          const match = matchesOf(family, others).find(({ id_room }) => id_room === id);
          return match?.state === "proposed" && match.id_other !== null
            ? [[visit, match.id_other] as const]
            : [];
        }),
      );
    },
  };
}
