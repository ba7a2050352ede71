import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { isShowable } from "./source.ts";

/** Rooms that can be shown, for comparison. */
export const showable = (rooms: readonly Room[]) =>
  rooms
    .filter(isShowable)
    .map(({ id }) => id)
    .join();

/** The previous (-1) or next (1) showable room in walking order; undefined at the ends. */
export function neighbourOf(rooms: readonly Room[], room: Room | undefined, step: -1 | 1): Room | undefined {
  const at = rooms.findIndex(({ id }) => id === room?.id);
  const ahead = step === 1 ? rooms.slice(at + 1) : rooms.slice(0, Math.max(at, 0)).toReversed();
  return ahead.find(isShowable);
}

/** The existing room nearest to a deleted one in the walking order of `before`. */
export function nearestTo(gone: Room, before: readonly Room[], rooms: readonly Room[]): Room | undefined {
  const at = before.findIndex(({ id }) => id === gone.id);
  const places = before.map(({ id }, place) => ({ id, far: Math.abs(place - at) }));
  return places
    .toSorted((a, b) => a.far - b.far)
    .map(({ id }) => rooms.find((known) => known.id === id))
    .find((known) => known !== undefined && isShowable(known));
}

/** Maximum number of rooms whose base level is prefetched. */
const most = 4;

/** Likely next rooms: the neighbours in walking order, and the targets of links. */
export function nextDoor(
  rooms: readonly Room[],
  room: Room | undefined,
  points: readonly Pick<Poi, "id_room">[],
): readonly Room[] {
  const linked = points.map(({ id_room }) => rooms.find(({ id }) => id === id_room));
  const near = new Set([neighbourOf(rooms, room, 1), ...linked, neighbourOf(rooms, room, -1)]);
  return [...near].filter((one) => one !== undefined).slice(0, most);
}
