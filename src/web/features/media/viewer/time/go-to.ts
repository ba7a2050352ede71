import type { Moment } from "#contract/viewer.ts";
import type { Frame } from "../frame.ts";
import type { DateState } from "./date-state.ts";

/** Goes to another date of the current spot; shows a message when it cannot be loaded. */
export async function goTo(frame: Frame, { dates }: DateState, moment: Moment): Promise<void> {
  const { tour, speaker } = frame;
  const from = tour.room.get();
  if (from?.id === moment.id_room) return;
  tour.isBusy.set(true);
  try {
    const visit = await dates.visit(moment.code);
    const room = visit.rooms.find(({ id }) => id === moment.id_room);
    if (tour.room.get() !== from) return;
    if (room === undefined) throw new Error("The room is gone.");
    await tour.enter(visit, room);
  } catch {
    tour.isBusy.set(false);
    frame.toast(speaker.say("dates.failed", { date: speaker.date(moment.visit_date) }));
  }
}
