import type { Moment } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import type { SharedDate, SharedVisits, Visitor } from "../visits/shared-visits.ts";
import { type PictureWire, wireRoom } from "../visits/wire.ts";

export interface TimelineOptions {
  readonly shared: SharedVisits;
  readonly counterparts: Counterparts;
  readonly pictures: PictureWire;
}

/**
 * The dates of a room's spot, oldest first, including its own. Only visits that `datesFor` allows are read in the first
 * place, so that no other can be included by mistake. The room is one of the opened visit, or of an allowed one: a
 * visitor who went on to another date by a link continues by the same link. Undefined when the visit is closed to the
 * visitor or leads to no such room.
 */
export async function timelineOf(
  { shared, counterparts, pictures }: TimelineOptions,
  { code, id_room }: { readonly code: string; readonly id_room: number },
  visitor: Visitor,
): Promise<Moment[] | undefined> {
  const visit = await shared.openVisit(code, visitor);
  if (visit === undefined) return undefined;
  const [dates, [own]] = await Promise.all([shared.datesFor(visit), shared.roomsByNumber([id_room])]);
  if (own === undefined || own.state === "failed") return undefined;
  if (!dates.some(({ id }) => id === own.id_visit)) return undefined;
  const others = dates.map(({ id }) => id).filter((id) => id !== own.id_visit);
  const found = await counterparts.counterpartsOf(own, others);
  const rooms = await shared.roomsByNumber([...found.values()]);
  return dates.flatMap((date) => {
    const room = date.id === own.id_visit ? own : rooms.find(({ id }) => id === found.get(date.id));
    return room === undefined ? [] : [momentOf(date, wireRoom(room, pictures))];
  });
}

const momentOf = ({ code, name, visit_date }: SharedDate, room: Room): Moment => ({
  code,
  visit: name,
  visit_date: visit_date.toISOString(),
  id_room: room.id,
  room: room.name,
  north: room.north,
  has_north: room.has_north,
  picture: room.picture,
});
