/** Where a picture was taken: on which floor plan, in one unit along both edges. */
export interface PassedPlace {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
}

/** Stretches between two rooms that are longer than this times the usual one pass rooms of an earlier time. */
const LONG = 1.75;
/** Share of the usual stretch within which a picture is at a room. */
const AT_ROOM = 0.75;

/**
 * The order in which a walk passes its rooms. Rooms are given by the pictures that they were created from, in order. A
 * position that the walk passes twice is one room: on the way back this room is passed again.
 */
export function passedRooms(places: readonly PassedPlace[], rooms: readonly number[]): number[] {
  const usual = median(rooms.slice(1).map((room, at) => lengthOf(places, rooms[at] ?? 0, room)));
  const passed: number[] = [];
  const pass = (room: number) => {
    if (passed.at(-1) !== room) passed.push(room);
  };
  const passAlong = (from: number, to: number) => {
    for (const place of places.slice(from + 1, to)) {
      const room = nearest(places, rooms, place, usual * AT_ROOM);
      if (room !== undefined) pass(room);
    }
  };
  let before = 0;
  for (const [at, room] of rooms.entries()) {
    if (at === 0 || lengthOf(places, before, room) > usual * LONG) passAlong(before, room);
    pass(room);
    before = room;
  }
  if (rooms.length > 0) passAlong(before, places.length);
  return passed;
}

function lengthOf(places: readonly PassedPlace[], from: number, to: number): number {
  let length = 0;
  for (let at = from + 1; at <= to; at += 1) {
    const [a, b] = [places[at - 1], places[at]];
    if (a !== undefined && b !== undefined && a.id_sheet === b.id_sheet)
      length += Math.hypot(a.x - b.x, a.y - b.y);
  }
  return length;
}

function nearest(
  places: readonly PassedPlace[],
  rooms: readonly number[],
  { id_sheet, x, y }: PassedPlace,
  within: number,
): number | undefined {
  let [best, least]: [number | undefined, number] = [undefined, within];
  for (const room of rooms) {
    const place = places[room];
    if (place === undefined || place.id_sheet !== id_sheet) continue;
    const away = Math.hypot(place.x - x, place.y - y);
    if (away <= least) [best, least] = [room, away];
  }
  return best;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
