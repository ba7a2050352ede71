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
  readonly #sheets = new Map<number, SheetCells<S>>();
  /** Distances computed so far. */
  compared = 0;

  constructor(spots: readonly S[]) {
    for (const spot of spots) {
      if (spot.id_room !== null) addTo(this.#byRoom, spot.id_room, spot);
      if (spot.id_spot !== null) addTo(this.#byBinding, spot.id_spot, spot);
      this.#byName.set(plainName(spot.name), spot);
      if (spot.id_sheet === null) continue;
      const sheet = this.#sheets.get(spot.id_sheet) ?? { scale: spot, cells: new Map<number, S[]>() };
      this.#sheets.set(spot.id_sheet, sheet);
      const cell = cellOf(spot, sheet.scale);
      if (cell !== null) addTo(sheet.cells, cell, spot);
    }
  }

  /** Forgets a spot's position: its newest photo is known. */
  drop(spot: S): void {
    const sheet = this.#sheets.get(spot.id_sheet ?? 0);
    const cell = sheet === undefined ? null : cellOf(spot, sheet.scale);
    if (sheet === undefined || cell === null) return;
    const left = sheet.cells.get(cell)?.filter((one) => one !== spot) ?? [];
    if (left.length === 0) sheet.cells.delete(cell);
    else sheet.cells.set(cell, left);
  }

  shownBy(photo: Omit<SeenPhoto, "day">): S[] {
    const found = this.#near(photo);
    found.push(...(this.#byRoom.get(photo.id_room) ?? []));
    if (photo.id_spot !== null) found.push(...(this.#byBinding.get(photo.id_spot) ?? []));
    if (photo.id_sheet === null && photo.is_named) {
      const named = this.#byName.get(plainName(photo.name));
      if (named !== undefined) found.push(named);
    }
    return found.length < 2 ? found : [...new Set(found)];
  }

  #near({ id_sheet, x, y }: Omit<SeenPhoto, "day">): S[] {
    const found: S[] = [];
    const sheet = id_sheet === null ? undefined : this.#sheets.get(id_sheet);
    if (sheet === undefined || sheet.cells.size === 0) return found;
    const { width_metres, ratio } = sheet.scale;
    const at: Positioned = { id_sheet, x, y, width_metres, ratio };
    const cell = cellOf(at, sheet.scale);
    if (cell === null) return found;
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1)
        for (const spot of sheet.cells.get(cell + row * COLUMNS + column) ?? []) {
          this.compared += 1;
          const distance = distanceBetween(at, spot);
          if (distance !== null && isNear(distance)) found.push(spot);
        }
    return found;
  }
}

/** The spots of a floor plan by cells as wide as the largest distance at which a photo shows a spot. */
interface SheetCells<S> {
  readonly scale: Positioned;
  readonly cells: Map<number, S[]>;
}

/** More than the cells side by side on any floor plan, so that the number of a cell names its row and its column. */
const COLUMNS = 2 ** 24;

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** The number of the cell of a position; null without one. */
function cellOf({ x, y }: Positioned, { width_metres, ratio }: Positioned): number | null {
  if (x === null || y === null) return null;
  const reach = width_metres === null ? nearest.share : nearest.metres / width_metres;
  return Math.floor((y * (ratio ?? 1)) / reach) * COLUMNS + Math.floor(x / reach);
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
