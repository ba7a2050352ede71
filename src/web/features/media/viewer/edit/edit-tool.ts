import { MapPin, Pencil } from "lucide-react";
import { createStore, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";
import { snagDraftName } from "./snag-draft-name.ts";

/** Adds the editing buttons for users with the permission; the rest is loaded on the first press. */
export function addEditTool(frame: Frame): void {
  const { tour, speaker, signal, tools } = frame;
  if (tour.panorama === undefined) return;
  const isEditing = createStore(false);
  const mayEdit = createStore(false);
  const mayPin = createStore(false);
  watch(tour.visit, signal, ({ can }) => {
    mayEdit.set(can["edit"] === true);
    mayPin.set(can["add_snag"] === true);
  });
  let stop: (() => void) | undefined;
  const toggle = async () => {
    if (stop !== undefined) return stop();
    try {
      const { prepareEditing, startEditing } = await import("./editor.tsx");
      await prepareEditing(frame);
      if (signal.aborted || isEditing.get() || !mayEdit.get()) return;
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
      const { pinSnag } = await import("./snag.tsx");
      if (!signal.aborted) await pinSnag(frame);
    } catch {
      frame.toast(speaker.say("points.failed"));
    }
  };
  tools.offer({
    id: "snag",
    order: 10,
    icon: MapPin,
    label: speaker.say("edit.snag"),
    isShown: mayPin,
    press: () => void pin(),
  });
  tools.offer({
    id: "edit",
    order: 30,
    icon: Pencil,
    label: speaker.say("edit.start"),
    isPressed: isEditing,
    isShown: mayEdit,
    press: () => void toggle(),
  });
  let isReminded = false;
  watch(mayPin, signal, (may) => {
    if (may && !isReminded) {
      void remind(frame);
      void import("./waiting-marks.ts")
        .then(({ showWaitingSnags }) => showWaitingSnags(frame))
        .catch(() => undefined);
    }
    isReminded ||= may;
  });
  if (new URLSearchParams(location.search).get("edit") === "1") void toggle();
}

/** Restores a snag draft after a reload. */
async function remind(frame: Frame): Promise<void> {
  const { id_visit } = frame.tour.visit.get();
  const room = frame.tour.room.get();
  const drafts = await import("#web/lib/form-drafts.ts").catch(() => null);
  if (room === undefined || id_visit === null || !(await drafts?.hasDraft(snagDraftName(id_visit, room.id))))
    return;
  const snag = await import("./snag.tsx").catch(() => null);
  if (!frame.signal.aborted) await snag?.offerSnagDraft(frame);
}
