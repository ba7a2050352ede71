import type { Progress } from "#contract/progress.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import { isProgressPayload, type ProgressPayload } from "#web/shell/outbox/progress-acts.ts";

type Floor = Progress["floors"][number];
type Place = Floor["places"][number] & { readonly isWaiting?: boolean };
/** A floor with the entries that wait on this device; `isWaiting` marks the levels that they set. */
export type ShownFloor = Omit<Floor, "places"> & {
  readonly places: readonly Place[];
  readonly isWaiting?: boolean;
};

/** The entries of a project that wait, in their order; refused ones and conflicts keep the server's levels. */
export const waitingEntries = (acts: readonly Act[], project: number): ProgressPayload[] =>
  acts.flatMap((act) =>
    act.kind === "progress_entry" &&
    act.project === project &&
    act.state === "waiting" &&
    isProgressPayload(act.payload)
      ? [act.payload]
      : [],
  );

/**
 * The floors as the server will show them, by its own rule: an entry on a floor applies to its areas until one has an
 * entry on that day or later, and a floor is the mean of its areas. Entries of days after `until` are left out.
 */
export function shownFloors(
  floors: readonly Floor[],
  entries: readonly ProgressPayload[],
  until: string,
): readonly ShownFloor[] {
  const known = entries.filter(({ on_date }) => on_date <= until);
  return floors.map((floor) =>
    known.reduce<ShownFloor>(
      (before, entry) => (entry.id_sheet === floor.id_sheet ? withEntry(before, entry) : before),
      floor,
    ),
  );
}

function withEntry(floor: ShownFloor, { place, percent, on_date }: ProgressPayload): ShownFloor {
  const own = { percent, on_date, isWaiting: true };
  const name = place.trim();
  if (name === "") {
    const places = floor.places.map((one) => (on_date > one.on_date ? { ...one, ...own } : one));
    return { ...floor, places, percent: meanOf(places) ?? percent, isWaiting: true };
  }
  const at = floor.places.findIndex((one) => one.place.toLowerCase() === name.toLowerCase());
  const known = floor.places[at];
  if (known !== undefined && known.on_date > on_date) return floor;
  const places =
    known === undefined
      ? [...floor.places, { place: name, ...own }]
      : floor.places.with(at, { ...known, ...own });
  return { ...floor, places, percent: meanOf(places) ?? null };
}

const meanOf = (places: readonly Place[]): number | undefined =>
  places.length === 0
    ? undefined
    : Math.round(places.reduce((sum, { percent }) => sum + percent, 0) / places.length);
