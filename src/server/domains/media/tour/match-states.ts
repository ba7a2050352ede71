import type { RoomMatch } from "#contract/tour.ts";
import type { ListedRoom } from "./bindings.repository.ts";
import { counterpartOf, isBound, type SpotRoom } from "./bindings-nearness.ts";
import { matchWalks, type WalkMatch } from "./match-walks.ts";
import { walkOrder } from "./walk-order.ts";

/** The rooms of one visit in walking order. */
export const inWalk = (rooms: readonly ListedRoom[]): ListedRoom[] =>
  walkOrder(rooms, { isSet: rooms[0]?.is_order_set === true });

/**
 * Each room of a visit with its bound and proposed rooms in the other one, in walking order.
 * @param family rooms of the visit.
 * @param others rooms of the other visit; both in walking order.
 */
export function matchesOf(family: readonly ListedRoom[], others: readonly ListedRoom[]): RoomMatch[] {
  const otherVisit = others[0]?.id_visit;
  const known = new Map(
    family.flatMap((room) => {
      const other = counterpartOf(room, family, others);
      return other === undefined ? [] : [[room.id_room, other] as const];
    }),
  );
  const ids = new Map([...known].map(([id, { id_room }]) => [id, id_room]));
  const proposals = new Map(matchWalks(family, others, ids).map((match) => [match.id_room, match]));
  return family.map((room) => {
    const other = known.get(room.id_room);
    const proposal = proposals.get(room.id_room);
    if (other !== undefined) return found(room, other);
    const isDenied = otherVisit !== undefined && room.denied.includes(otherVisit);
    return {
      ...nothing,
      id_room: room.id_room,
      state: isDenied ? "different" : "open",
      ...proposed(proposal),
    };
  });
}

const nothing = { id_other: null, confidence: null, reasons: [] };

const proposed = (match: WalkMatch | undefined): Partial<RoomMatch> =>
  match === undefined
    ? {}
    : {
        state: "proposed",
        id_other: match.id_other,
        confidence: match.confidence,
        reasons: [...match.reasons],
      };

const found = (room: SpotRoom, other: SpotRoom): RoomMatch => ({
  id_room: room.id_room,
  id_other: other.id_room,
  state: isBound(room, other) ? "bound" : "found",
  confidence: null,
  reasons: isBound(room, other)
    ? []
    : [room.id_sheet !== null && room.id_sheet === other.id_sheet ? "plan" : "name"],
});
