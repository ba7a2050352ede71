import { distanceBetween, isNear, nearest, plainName, type SpotRoom } from "../tour/bindings-nearness.ts";

/** A room, or the last known position of one that is gone; those have no visit. */
export interface PlacedRoom extends SpotRoom {
  readonly id_code: number | null;
}

/** Rooms of several visits that show one spot, the newest first. */
export interface SpotGroup<R extends PlacedRoom> {
  readonly rooms: readonly R[];
}

interface Group<R> {
  readonly rooms: R[];
  readonly visits: Set<number>;
  spot: number | null;
}

/**
 * The spots of a project, in the order of their newest rooms: bound rooms share one, others belong to the nearest on the
 * same floor plan, else to the one of the same name. Linear in the number of rooms.
 *
 * @param rooms those of the newest visit first, in walking order.
 */
export function groupSpots<R extends PlacedRoom>(rooms: readonly R[]): SpotGroup<R>[] {
  const groups: Group<R>[] = [];
  const bySpot = new Map<number, Group<R>>();
  const byName = new Map<string, Group<R>[]>();
  const plan = new PlanIndex<R>();
  const namesakes = countNames(rooms);
  for (const room of rooms) {
    const bound = room.id_spot === null ? undefined : bySpot.get(room.id_spot);
    const isFree = (group: Group<R>) =>
      !group.visits.has(room.id_visit) && (group.spot === null || room.id_spot === null);
    const named = byName.get(nameKey(room)) ?? [];
    const isUnique = room.is_named && (namesakes.get(visitKey(room)) ?? 0) < 2 && named.length === 1;
    const known = bound ?? plan.nearest(room, isFree) ?? (isUnique ? named.find(isFree) : undefined);
    const group = known ?? { rooms: [], visits: new Set(), spot: null };
    if (known === undefined) {
      groups.push(group);
      if (room.is_named) byName.set(nameKey(room), [...named, group]);
    }
    group.rooms.push(room);
    group.visits.add(room.id_visit);
    if (room.id_spot !== null) {
      group.spot ??= room.id_spot;
      bySpot.set(room.id_spot, group);
    }
    plan.add(room, group);
  }
  return groups;
}

const nameKey = ({ name }: PlacedRoom) => plainName(name);
const visitKey = (room: PlacedRoom) => `${room.id_visit} ${nameKey(room)}`;

function countNames(rooms: readonly PlacedRoom[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const room of rooms) counts.set(visitKey(room), (counts.get(visitKey(room)) ?? 0) + 1);
  return counts;
}

/** Positioned rooms by cells of their floor plan, as wide as the largest distance between rooms of one spot. */
class PlanIndex<R extends PlacedRoom> {
  readonly #cells = new Map<string, { readonly room: R; readonly group: Group<R> }[]>();

  add(room: R, group: Group<R>): void {
    const at = cellOf(room);
    if (at === null) return;
    const key = `${room.id_sheet} ${at.join(" ")}`;
    const cell = this.#cells.get(key) ?? [];
    cell.push({ room, group });
    this.#cells.set(key, cell);
  }

  nearest(room: R, isFree: (group: Group<R>) => boolean): Group<R> | undefined {
    const at = cellOf(room);
    if (at === null) return undefined;
    let best: { group: Group<R>; share: number } | undefined;
    for (const right of [-1, 0, 1])
      for (const down of [-1, 0, 1]) {
        const cell = this.#cells.get(`${room.id_sheet} ${at[0] + right} ${at[1] + down}`) ?? [];
        for (const other of cell) {
          const distance = distanceBetween(room, other.room);
          if (distance === null || !isNear(distance) || !isFree(other.group)) continue;
          if (best === undefined || distance.share < best.share)
            best = { group: other.group, share: distance.share };
        }
      }
    return best?.group;
  }
}

function cellOf({ id_sheet, x, y, width_metres, ratio }: PlacedRoom): readonly [number, number] | null {
  if (id_sheet === null || x === null || y === null) return null;
  const reach = width_metres === null ? nearest.share : nearest.metres / width_metres;
  return [Math.floor(x / reach), Math.floor((y * (ratio ?? 1)) / reach)];
}
