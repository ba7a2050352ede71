/** One progress entry: a floor (null: the whole project), a part of it (empty: all of it), a day. */
export interface Word {
  readonly id_sheet: number | null;
  readonly place: string;
  readonly percent: number;
  /** `2026-03-31`. */
  readonly on_date: string;
}

export interface PlaceLevel {
  readonly place: string;
  readonly percent: number;
  readonly on_date: string;
}

export interface FloorLevel {
  readonly id_sheet: number | null;
  /** Not rounded; null while there is no entry. */
  readonly percent: number | null;
  readonly places: readonly PlaceLevel[];
}

export interface Levels {
  readonly floors: readonly FloorLevel[];
  readonly percent: number | null;
}

interface Told {
  readonly percent: number;
  readonly on_date: string;
}
interface Floor {
  whole: Told | undefined;
  /** Keyed by their names in lower case. */
  readonly places: Map<string, Told & { readonly place: string }>;
}

/**
 * Progress of everything, updated entry by entry in the order of the days. An entry on a whole applies to all its parts
 * until one of them has an entry on that day or later: the floor is the mean of its parts where it has some, and the
 * project the mean of its floors. Floors without entries do not count.
 */
export function createLevels(sheetIds: readonly number[]) {
  const floors = new Map<number | null, Floor>();
  for (const id of [...sheetIds, null]) floors.set(id, { whole: undefined, places: new Map() });
  const outside = floors.get(null);

  const levelOf = (id: number | null, floor: Floor): FloorLevel => {
    const whole = newer(floor.whole, outside?.whole);
    const places = [...floor.places.values()].map(({ place, ...own }) => ({
      place,
      ...(newer(own, whole) ?? own),
    }));
    const percent = mean(places.map((one) => one.percent)) ?? whole?.percent ?? null;
    return { id_sheet: id, percent, places };
  };

  return {
    tell({ id_sheet, place, percent, on_date }: Word): void {
      const floor = floors.get(id_sheet);
      if (floor === undefined) return;
      if (place === "") floor.whole = { percent, on_date };
      else {
        const key = place.toLowerCase();
        // The name keeps its first spelling.
        const name = floor.places.get(key)?.place ?? place;
        floor.places.set(key, { place: name, percent, on_date });
      }
    },

    now(): Levels {
      const levels = [...floors].map(([id, floor]) => levelOf(id, floor));
      const sheets = levels.filter(({ id_sheet }) => id_sheet !== null);
      const others = levels.filter(({ id_sheet }) => id_sheet === null);
      // An entry on the whole project was passed down to its floors; by itself it counts where there are none.
      const isAlone = sheets.every(({ percent }) => percent === null);
      const counted = [...sheets, ...others.filter(({ places }) => isAlone || places.length > 0)];
      const percent = mean(counted.flatMap((one) => (one.percent === null ? [] : [one.percent])));
      return { floors: levels, percent: percent ?? null };
    },
  };
}

/** Returns the later entry; the one on the part itself when both are of one day. */
function newer(own: Told | undefined, whole: Told | undefined): Told | undefined {
  if (own === undefined || whole === undefined) return own ?? whole;
  return whole.on_date > own.on_date ? whole : own;
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Days with an entry, each with the total at its end. `words` in the order of the days. */
export function curveOf(sheetIds: readonly number[], words: readonly Word[]) {
  const levels = createLevels(sheetIds);
  const curve: { date: string; percent: number }[] = [];
  for (const [date, told] of Map.groupBy(words, ({ on_date }) => on_date)) {
    for (const word of told) levels.tell(word);
    const { percent } = levels.now();
    if (percent !== null) curve.push({ date, percent: Math.round(percent) });
  }
  return { levels: levels.now(), curve };
}
