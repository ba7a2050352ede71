import type { BindingsRepository } from "./bindings.repository.ts";
import { counterpartOf, isCandidate, type SpotRoom } from "./bindings-nearness.ts";
import { inWalk, matchesOf } from "./match-states.ts";
import { isCounted } from "./walk-order.ts";

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
  /** The same for all rooms of the first visit, by room, with one query. */
  counterpartsBetween(first: number, second: number): Promise<ReadonlyMap<number, number>>;
  /** The same for a position whose room is gone: the nearest on its floor plan, else the one of its name. */
  counterpartsAt(place: LostRoom, visitIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The room in each of these visits that may match without being bound, for a user to decide. */
  likelyFor(
    room: { readonly id: number; readonly id_visit: number },
    visitIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
}

/** Name and position of a room that no longer exists. */
export type LostRoom = Pick<SpotRoom, "name" | "id_sheet" | "x" | "y">;

export function createCounterparts(bindings: BindingsRepository): Counterparts {
  const findIn = async (room: SpotRoom, family: readonly SpotRoom[], visitIds: readonly number[]) => {
    const found = new Map<number, number>();
    const likely = Map.groupBy(await bindings.candidates(room, visitIds), (other) => other.id_visit);
    for (const [visit, others] of likely) {
      const counterpart = counterpartOf(room, family, others);
      if (counterpart !== undefined) found.set(visit, counterpart.id_room);
    }
    return found;
  };
  return {
    async counterpartsOf({ id, id_visit }, visitIds) {
      if (visitIds.length === 0) return new Map();
      const family = await bindings.ofVisits([id_visit]);
      const room = family.find(({ id_room }) => id_room === id);
      return room === undefined ? new Map() : findIn(room, family, visitIds);
    },
    async counterpartsBetween(first, second) {
      const rooms = Map.groupBy(await bindings.ofVisits([first, second]), ({ id_visit }) => id_visit);
      const family = rooms.get(first) ?? [];
      const ready = (rooms.get(second) ?? []).filter(({ is_ready }) => is_ready);
      return new Map(
        family.flatMap((room) => {
          const others = ready.filter((other) => isCandidate(room, other));
          const counterpart = counterpartOf(room, family, others);
          return counterpart === undefined ? [] : [[room.id_room, counterpart.id_room] as const];
        }),
      );
    },
    async counterpartsAt(place, visitIds) {
      if (visitIds.length === 0) return new Map();
      const scale = await bindings.scaleOf(place.id_sheet);
      const nowhere = { id_room: 0, id_visit: 0, position: 0, id_spot: null, denied: [] };
      const room = { ...nowhere, ...place, ...scale, is_named: !isCounted(place.name) };
      return findIn(room, [room], visitIds);
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
