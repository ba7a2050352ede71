import {
  distanceBetween,
  isNear,
  nearest,
  type Positioned,
  plainName,
} from "#server/domains/media/tour/bindings-nearness.ts";

/** A wanted spot with all data that decides which photos show it. */
export interface PlacedSpot extends Positioned {
  readonly id: number;
  /** Unique in its project. */
  readonly name: string;
  readonly id_room: number | null;
  /** Binding of that room to rooms of other visits. */
  readonly id_spot: number | null;
}

/** A photo with its position and its day. */
export interface SeenPhoto {
  readonly id_room: number;
  readonly id_spot: number | null;
  readonly name: string;
  /** Whether the name is more than the camera's file number. */
  readonly is_named: boolean;
  readonly id_sheet: number | null;
  readonly x: number | null;
  readonly y: number | null;
  /** `2026-11-21` */
  readonly day: string;
}

/**
 * The spots that a photo shows: those of its room, those of rooms bound to it, all within three metres of it on the same
 * floor plan (or a twentieth of its width, where it was not measured), and for a photo on no floor plan the one of its
 * name, as a photo added at a label or from the checklist has it.
 */
export class SpotIndex<S extends PlacedSpot> {
  readonly #byRoom = new Map<number, S[]>();
  readonly #byBinding = new Map<number, S[]>();
  readonly #byName = new Map<string, S>();
  readonly #cells = new Map<string, Set<S>>();
  readonly #reach = new Map<number, Positioned>();
  /** Distances computed so far. */
  compared = 0;

  constructor(spots: readonly S[]) {
    for (const spot of spots) {
      if (spot.id_room !== null) addTo(this.#byRoom, spot.id_room, spot);
      if (spot.id_spot !== null) addTo(this.#byBinding, spot.id_spot, spot);
      this.#byName.set(plainName(spot.name), spot);
      const cell = cellOf(spot, spot);
      if (cell === null || spot.id_sheet === null) continue;
      this.#reach.set(spot.id_sheet, spot);
      const key = keyOf(spot.id_sheet, cell);
      this.#cells.set(key, (this.#cells.get(key) ?? new Set<S>()).add(spot));
    }
  }

  /** Forgets a spot's position: its newest photo is known. */
  drop(spot: S): void {
    const cell = cellOf(spot, spot);
    if (cell !== null && spot.id_sheet !== null) this.#cells.get(keyOf(spot.id_sheet, cell))?.delete(spot);
  }

  shownBy(photo: Omit<SeenPhoto, "day">): S[] {
    const bound = photo.id_spot === null ? [] : (this.#byBinding.get(photo.id_spot) ?? []);
    const named = photo.id_sheet === null && photo.is_named ? this.#byName.get(plainName(photo.name)) : undefined;
    const found = [...(this.#byRoom.get(photo.id_room) ?? []), ...bound, ...this.#near(photo)];
    return [...new Set(named === undefined ? found : [...found, named])];
  }

  #near({ id_sheet, x, y }: Omit<SeenPhoto, "day">): S[] {
    const scale = this.#reach.get(id_sheet ?? 0);
    if (id_sheet === null || scale === undefined) return [];
    const at: Positioned = { id_sheet, x, y, width_metres: scale.width_metres, ratio: scale.ratio };
    const cell = cellOf(at, scale);
    if (cell === null) return [];
    const found: S[] = [];
    for (const right of [-1, 0, 1])
      for (const down of [-1, 0, 1])
        for (const spot of this.#cells.get(keyOf(id_sheet, [cell[0] + right, cell[1] + down])) ?? []) {
          this.compared += 1;
          const distance = distanceBetween(at, spot);
          if (distance !== null && isNear(distance)) found.push(spot);
        }
    return found;
  }
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

const keyOf = (sheet: number, [column, row]: readonly [number, number]) => `${sheet} ${column} ${row}`;

/** The cell of a position: cells are as wide as the largest distance at which a photo shows a spot. */
function cellOf({ x, y }: Positioned, { width_metres, ratio }: Positioned): readonly [number, number] | null {
  if (x === null || y === null) return null;
  const reach = width_metres === null ? nearest.share : nearest.metres / width_metres;
  return [Math.floor(x / reach), Math.floor((y * (ratio ?? 1)) / reach)];
}

/**
 * The newest photo of each spot, by the spot's id. Linear in the number of spots and photos: a spot whose photo is known
 * is compared with no older one.
 *
 * @param photos the newest first.
 */
export function newestPhotos<P extends SeenPhoto>(spots: readonly PlacedSpot[], photos: readonly P[]) {
  const index = new SpotIndex(spots);
  const seen = new Map<number, P>();
  for (const photo of photos) {
    if (seen.size === spots.length) break;
    for (const spot of index.shownBy(photo)) {
      if (seen.has(spot.id)) continue;
      seen.set(spot.id, photo);
      index.drop(spot);
    }
  }
  return { seen, compared: index.compared };
}
