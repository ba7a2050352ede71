import type { Moment } from "#contract/viewer.ts";
import { createStore, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { readComparison } from "./address.ts";
import type { CompareWish } from "./compare.tsx";
import { DateLine } from "./date-line.tsx";
import type { DateState } from "./date-state.ts";
import { Dates } from "./dates.ts";
import { noOffset } from "./view-offset.ts";

/** Adds the dates of the current spot, and the comparison of two of them. */
export function addDatesTool(frame: Frame): void {
  const { tour, signal } = frame;
  const dates = datesOf(frame);
  const place: DateState = {
    dates,
    moments: createStore<readonly Moment[]>([]),
    isComparing: createStore(false),
    isAsked: createStore(false),
    hasOthers: createStore(tour.visit.get().has_history),
  };
  const ask = async () => {
    const room = tour.room.get();
    dates.leadsOn ||= tour.visit.get().has_history;
    place.hasOthers.set(dates.leadsOn);
    if (room === undefined || !dates.leadsOn) return place.moments.set([]);
    const moments = await dates.of(room.id);
    if (tour.room.get()?.id !== room.id) return;
    place.moments.set(moments);
    place.isAsked.set(true);
  };
  watch(tour.room, signal, () => void ask());
  // When the visit was refreshed, periodically or after a local change, other dates may have been added.
  let shown = tour.visit.get();
  watch(tour.visit, signal, (visit) => {
    if (visit === shown) return;
    shown = visit;
    dates.forget();
    void ask();
  });

  const compare = (wish: CompareWish | null) => {
    if (tour.panorama === undefined || place.isComparing.get()) return;
    place.isComparing.set(true);
    const leave = () => place.isComparing.set(false);
    void import("./compare.tsx").then(
      ({ openComparison }) => openComparison(frame, place, wish, leave),
      leave,
    );
  };
  const pick = () => {
    void import("./pick-other.tsx")
      .then(({ pickOther }) => pickOther(frame, place))
      .then((picked) =>
        picked === null
          ? undefined
          : compare({ ...asPicked, ...picked, side: picked.isEarlier ? "end" : "start" }),
      );
  };
  const choose = () => (place.moments.get().length < 2 ? pick() : compare(null));
  frame.mount("dates", <DateLine place={place} onCompare={choose} />);
  const asked = readComparison(location.search);
  if (asked !== null) compare(asked);
}

const asPicked = { mode: "split", isLocked: true, offset: noOffset } as const;

const known = new WeakMap<object, Dates>();

/** One instance per tour, also when the interface is rebuilt in another language. */
function datesOf({ tour }: Frame): Dates {
  const dates = known.get(tour) ?? new Dates(tour.visit.get().code);
  known.set(tour, dates);
  return dates;
}
