import type { Frame } from "../frame.ts";
import { createSignal } from "../signal.ts";

/** The buttons of those who may change what a room holds; all else is fetched at the first press. */
export function offerEdit(frame: Frame): void {
  const { tour, speaker, life, tools } = frame;
  if (tour.panorama === undefined) return;
  const isEditing = createSignal(false);
  const mayEdit = createSignal(false);
  const mayPin = createSignal(false);
  tour.visit.watch(life, ({ can }) => {
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
  tour.visit.watch(life, () => {
    if (mayPin.get() && !isOffered.pin)
      tools.offer({
        id: "snag",
        order: 10,
        icon: "pin",
        label: speaker.say("edit.snag"),
        isShown: mayPin,
        press: () => void pin(),
      });
    if (mayEdit.get() && !isOffered.edit)
      tools.offer({
        id: "edit",
        order: 30,
        icon: "pencil",
        label: speaker.say("edit.start"),
        isPressed: isEditing,
        isShown: mayEdit,
        press: () => void toggle(),
      });
    isOffered = { edit: isOffered.edit || mayEdit.get(), pin: isOffered.pin || mayPin.get() };
  });
  if (new URLSearchParams(location.search).get("edit") === "1") void toggle();
}
