import { spotTimelapseLimits as limits } from "#contract/spot-timelapses.limits.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import { picturesOf, visitsOf } from "./spot-timelapses.repository.ts";

export interface DateSelection {
  readonly id_project: number;
  readonly id_room: number;
  readonly id_visit: number;
  /** Only these rooms of the spot; null for all dates. */
  readonly rooms: readonly number[] | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * Rooms of a spot on the dates of a time-lapse, oldest first, thinned out evenly above the limit. The dates are those
 * that the viewer shows (`docs/decisions/comparing-dates.md`); the caller has to check that the user may see all visits of
 * the project. Throws NOT_FOUND for a given room that is none of them, SPOT_DATES_MISSING below two.
 */
export async function datesFor(
  db: Database,
  counterparts: Counterparts,
  { id_project, id_room, id_visit, rooms, from, to }: DateSelection,
): Promise<number[]> {
  const visits = await visitsOf(db, id_project, { from, to });
  const others = visits.map(({ id }) => id).filter((id) => id !== id_visit);
  const found = await counterparts.counterpartsOf({ id: id_room, id_visit }, others);
  const known = visits.flatMap(({ id }) => {
    const room = id === id_visit ? id_room : found.get(id);
    return room === undefined ? [] : [room];
  });
  if (rooms?.some((id) => !known.includes(id)) === true) throw new AppError("NOT_FOUND");
  const wanted = rooms === null ? known : known.filter((id) => rooms.includes(id));
  const ready = (await picturesOf(db, wanted)).map(({ id_room: id }) => id);
  if (ready.length < 2) throw new AppError("SPOT_DATES_MISSING");
  return thinned(ready, limits.dates);
}

/** At most so many entries, evenly spread, always with the first and the last. */
export function thinned<T>(entries: readonly T[], most: number): T[] {
  if (entries.length <= most) return [...entries];
  const step = (entries.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => entries[Math.round(at * step)]).filter(
    (entry) => entry !== undefined,
  );
}
