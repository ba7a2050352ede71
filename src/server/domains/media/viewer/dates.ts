import type { ViewerDate } from "#contract/viewer.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import type { SharedDate, SharedVisits, Visitor } from "../visits/shared-visits.ts";

export interface DatesOptions {
  readonly shared: SharedVisits;
  readonly counterparts: Counterparts;
}

/**
 * Limit of visits for which the likeliest room is computed: those nearest in time. For others, the user searches the
 * rooms.
 */
const withLikely = 6;

/**
 * The visits with which a visitor may compare a room, selecting the other room themselves: those that `datesFor`
 * allows, the nearest in time first, without the room's own. Undefined when the visit is closed to the visitor or leads
 * to no such room.
 */
export async function datesOf(
  { shared, counterparts }: DatesOptions,
  { code, id_room }: { readonly code: string; readonly id_room: number },
  visitor: Visitor,
): Promise<ViewerDate[] | undefined> {
  const visit = await shared.openVisit(code, visitor);
  if (visit === undefined) return undefined;
  const [dates, [own]] = await Promise.all([shared.datesFor(visit), shared.roomsByNumber([id_room])]);
  const here = dates.find(({ id }) => id === own?.id_visit);
  if (own === undefined || here === undefined) return undefined;
  const away = ({ visit_date }: SharedDate) => Math.abs(visit_date.getTime() - here.visit_date.getTime());
  const others = dates.filter(({ id }) => id !== here.id).toSorted((a, b) => away(a) - away(b));
  const [known, counts, likely] = await Promise.all([
    counterparts.counterpartsOf(
      own,
      others.map(({ id }) => id),
    ),
    shared.roomCounts(others.map(({ id }) => id)),
    counterparts.likelyFor(
      own,
      others.slice(0, withLikely).map(({ id }) => id),
    ),
  ]);
  return others.flatMap(({ id, code: its, name, visit_date }) => {
    const room_count = counts.get(id) ?? 0;
    if (room_count === 0) return [];
    return [
      {
        code: its,
        visit: name,
        visit_date: visit_date.toISOString(),
        room_count,
        id_room: known.get(id) ?? null,
        likely: likely.get(id) ?? null,
      },
    ];
  });
}
