import { MapPin, Pencil } from "lucide-react";
import { createStore, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { snagDraftName } from "./snag-draft-name.ts";

/** The buttons of those who may change what a room holds; all else is fetched at the first press. */
export function offerEdit(frame: Frame): void {
  const { tour, speaker, life, tools } = frame;
  if (tour.panorama === undefined) return;
  const isEditing = createStore(false);
  const mayEdit = createStore(false);
  const mayPin = createStore(false);
  watch(tour.visit, life, ({ can }) => {
    mayEdit.set(can["edit"] === true);
    mayPin.set(can["add_snag"] === true);
  });
  let stop: (() => void) | undefined;
  const toggle = async () => {
    if (stop !== undefined) return stop();
    try {
      const { startEditing } = await import("./editor.ts");
      if (life.aborted || isEditing.get() || !mayEdit.get()) return;
      isEditing.set(true);
      stop = startEditing(frame, () => {
        stop = undefined;
        isEditing.set(false);
      });
    } catch {
      frame.toast(speaker.say("points.failed"));
    }
  };
  const pin = async () => {
    try {
      const { pinSnag } = await import("./snag.ts");
      if (!life.aborted) await pinSnag(frame);
    } catch {
      frame.toast(speaker.say("points.failed"));
    }
  };
  // Guests are not even shown that there is something to edit.
  let isOffered = { edit: false, pin: false };
  watch(tour.visit, life, () => {
    if (mayPin.get() && !isOffered.pin)
      tools.offer({
        id: "snag",
        order: 10,
        icon: MapPin,
        label: speaker.say("edit.snag"),
        isShown: mayPin,
        press: () => void pin(),
      });
    if (mayEdit.get() && !isOffered.edit)
      tools.offer({
        id: "edit",
        order: 30,
        icon: Pencil,
        label: speaker.say("edit.start"),
        isPressed: isEditing,
        isShown: mayEdit,
        press: () => void toggle(),
      });
    if (mayPin.get() && !isOffered.pin) void remind(frame);
    isOffered = { edit: isOffered.edit || mayEdit.get(), pin: isOffered.pin || mayPin.get() };
  });
  if (new URLSearchParams(location.search).get("edit") === "1") void toggle();
}

/** After a reload a snag that was begun is not forgotten. */
async function remind(frame: Frame): Promise<void> {
  const { id_visit } = frame.tour.visit.get();
  const room = frame.tour.room.get();
  const drafts = await import("#web/lib/form-drafts.ts").catch(() => null);
  if (room === undefined || id_visit === null || !(await drafts?.hasDraft(snagDraftName(id_visit, room.id))))
    return;
  const snag = await import("./snag.ts").catch(() => null);
  if (!frame.life.aborted) await snag?.offerSnagDraft(frame);
}
