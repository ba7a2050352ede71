import type { RoomMatch, VisitMatches } from "#contract/tour.ts";
import type { Room } from "#contract/visits.ts";
import type { Decision } from "./match.queries.ts";

/** A room of the visit and a room of the other one, with the facts about their match. */
export interface Pair {
  readonly room: Room;
  readonly other: Room | null;
  readonly match: RoomMatch;
}

export const shownStates = ["review", "matched", "rest", "all"] as const;
export type Shown = (typeof shownStates)[number];

export function pairsOf({ rooms, others, matches }: VisitMatches): readonly Pair[] {
  return matches.flatMap((match) => {
    const room = rooms.find(({ id }) => id === match.id_room);
    const other = others.find(({ id }) => id === match.id_other) ?? null;
    return room === undefined ? [] : [{ room, other, match }];
  });
}

const belongs: Readonly<Record<Shown, readonly RoomMatch["state"][]>> = {
  review: ["proposed"],
  matched: ["bound", "found"],
  rest: ["open", "different"],
  all: ["proposed", "bound", "found", "open", "different"],
};

export const within = (pairs: readonly Pair[], shown: Shown): readonly Pair[] =>
  pairs.filter(({ match }) => belongs[shown].includes(match.state));

/** Number of rooms that still need a decision. */
export const undecided = ({ matches }: VisitMatches): number =>
  matches.filter(({ state }) => state === "proposed" || state === "open").length;

/** Decisions that confirm all proposals at once. */
export const allProposed = (pairs: readonly Pair[]): readonly Decision[] =>
  within(pairs, "review").flatMap(({ room, other }) =>
    other === null ? [] : [{ id_room: room.id, decision: "same" as const, id_target_room: other.id }],
  );
