import type { BindingsRepository } from "./bindings.repository.ts";
import { counterpartOf } from "./bindings-nearness.ts";
import { inWalk, matchesOf } from "./match-states.ts";

/** Queries of other domains to the bindings. */
export interface Counterparts {
  /**
   * The room in each of these visits that matches a room and has a ready picture, by visit: the bound one, else the
   * likeliest. The caller has to check access to the visits.
   */
  counterpartsOf(
    room: { readonly id: number; readonly id_visit: number },
    visitIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  /** The room in each of these visits that may match without being bound, for a user to decide. */
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
