import type { Poi } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { isShowable } from "./source.ts";

/** Which rooms can be shown, to compare with. */
export const showable = (rooms: readonly Room[]) =>
  rooms
    .filter(isShowable)
    .map(({ id }) => id)
    .join();

/** The room before (-1) or after (1) another in walking order that can be shown; undefined at the ends. */
export function neighbourOf(rooms: readonly Room[], room: Room | undefined, step: -1 | 1): Room | undefined {
  const at = rooms.findIndex(({ id }) => id === room?.id);
  const ahead = step === 1 ? rooms.slice(at + 1) : rooms.slice(0, Math.max(at, 0)).toReversed();
  return ahead.find(isShowable);
}

/** Of the rooms that are there, the one nearest in the walking order of `before` to one that is gone. */
export function nearestTo(gone: Room, before: readonly Room[], rooms: readonly Room[]): Room | undefined {
  const at = before.findIndex(({ id }) => id === gone.id);
  const places = before.map(({ id }, place) => ({ id, far: Math.abs(place - at) }));
  return places
    .toSorted((a, b) => a.far - b.far)
    .map(({ id }) => rooms.find((known) => known.id === id))
    .find((known) => known !== undefined && isShowable(known));
}

/** Rooms whose bases are fetched ahead. */
const most = 4;

/** The rooms to which one goes next: those beside this one in walking order, and those that points lead to. */
export function nextDoor(
  rooms: readonly Room[],
  room: Room | undefined,
  points: readonly Pick<Poi, "id_room">[],
): readonly Room[] {
  const linked = points.map(({ id_room }) => rooms.find(({ id }) => id === id_room));
  const near = new Set([neighbourOf(rooms, room, 1), ...linked, neighbourOf(rooms, room, -1)]);
  return [...near].filter((one) => one !== undefined).slice(0, most);
}
