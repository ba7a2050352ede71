import type { ViewerVisit, WalkStep } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { headingOnPlan } from "../plan/cone.ts";
import { isShowable, sourceOf } from "../source.ts";
import type { Tour } from "../tour.ts";
import { nextStep } from "./next-step.ts";
import { walksOf } from "./walks.ts";

/** Walking along the path of a walk: the up and down arrows lead to the next room in the direction faced, or behind. */
export function addWalkTool({ tour, signal }: Frame): void {
  const { panorama } = tour;
  if (panorama === undefined) return;
  let steps: readonly WalkStep[] = [];
  const stepsFrom = (room: Room | undefined) =>
    steps.filter(({ from, to }) => from === room?.id && showableRoom(tour, to) !== undefined);
  const next = (room: Room | undefined, way: 1 | -1) => {
    const step = room && nextStep(stepsFrom(room), facingOf(tour, room), way);
    return step && showableRoom(tour, step.to);
  };
  const load = async (visit: ViewerVisit) => {
    const walks = await walksOf(visit);
    if (signal.aborted || tour.visit.get().code !== visit.code) return;
    steps = walks.steps;
    prefetch();
  };
  watch(tour.visit, signal, (visit) => void load(visit));

  /** The next two rooms ahead and the one behind: a press shows what is there already. */
  const prefetch = () => {
    const room = tour.room.get();
    const ahead = next(room, 1);
    for (const one of [ahead, next(ahead, 1), next(room, -1)]) {
      const source = one && sourceOf(one);
      if (source) panorama.preload(source);
    }
  };
  const stops = [panorama.on("sharp", prefetch)];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });

  const press = (event: KeyboardEvent) => {
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : undefined;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    const isHere = event.target === document.body || event.target === panorama.element;
    if (way === undefined || !isPlain || !isHere || stepsFrom(tour.room.get()).length === 0) return;
    // With Shift the picture tilts, as it does in rooms that no walk passes.
    event.preventDefault();
    event.stopPropagation();
    const room = next(tour.room.get(), way);
    if (room !== undefined && !tour.isBusy.get()) void tour.go(room);
  };
  document.addEventListener("keydown", press, { signal, capture: true });
}

function showableRoom(tour: Tour, id: number): Room | undefined {
  const room = tour.rooms.find((one) => one.id === id);
  return room && isShowable(room) ? room : undefined;
}

/** The direction faced, or kept when the tour moves on to this room; null where it is unknown. */
function facingOf({ panorama, room: shown, visit }: Tour, room: Room): number | null {
  const sheets = visit.get().sheets;
  const placeOf = ({ id }: Room) =>
    sheets
      .flatMap((sheet) =>
        sheet.rooms.filter(({ id_room }) => id_room === id).map((place) => ({ sheet, place })),
      )
      .at(0);
  const current = shown.get();
  const [here, there] = [current && placeOf(current), placeOf(room)];
  if (panorama === undefined || current === undefined || here === undefined || there === undefined)
    return null;
  if (here.place.heading === null && current.has_north === false) return null;
  // The compass direction stays from room to room, so that it is the same on one floor plan.
  return headingOnPlan(panorama.view.yaw, panorama.source?.north ?? current.north, here.place, here.sheet);
}
