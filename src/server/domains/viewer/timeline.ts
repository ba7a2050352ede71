import type { Moment } from "#contract/viewer.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import type { SharedDate, SharedVisits, Visitor } from "../visits/shared-visits.ts";
import { type PictureWire, wireRoom } from "../visits/wire.ts";

export interface TimelineOptions {
  readonly shared: SharedVisits;
  readonly counterparts: Counterparts;
  readonly pictures: PictureWire;
}

/**
 * The dates of the spot that a room shows, oldest first, the room's own among them. Only visits that `datesFor` lets
 * this visitor go on to are looked at in the first place: what he may not see cannot come back in.
 * Undefined when the visit does not open for him or has no such room.
 */
export async function timelineOf(
  { shared, counterparts, pictures }: TimelineOptions,
  { code, id_room }: { readonly code: string; readonly id_room: number },
  visitor: Visitor,
): Promise<Moment[] | undefined> {
  const visit = await shared.openVisit(code, visitor);
  if (visit === undefined) return undefined;
  const own = (await shared.roomsOf(visit)).find(({ id }) => id === id_room);
  if (own === undefined) return undefined;
  const dates = await shared.datesFor(visit);
  const others = dates.filter(({ id }) => id !== visit.id);
  const found = await counterparts.counterpartsOf(
    own,
    others.map(({ id }) => id),
  );
  const rooms = await shared.roomsByNumber([...found.values()]);
  return dates.flatMap((date: SharedDate) => {
    const room = date.id === visit.id ? own : rooms.find(({ id }) => id === found.get(date.id));
    if (room === undefined) return [];
    const { id, name, north, picture } = wireRoom(room, pictures);
    const { code: itsCode, name: itsName, visit_date } = date;
    return [
      {
        code: itsCode,
        visit: itsName,
        visit_date: visit_date.toISOString(),
        id_room: id,
        room: name,
        north,
        picture,
      },
    ];
  });
}
