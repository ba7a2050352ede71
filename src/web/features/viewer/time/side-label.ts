import type { Moment } from "#contract/viewer.ts";
import { watch } from "#web/lib/store.ts";
import { element, icon } from "../element.ts";
import type { Side } from "./address.ts";
import type { Comparison } from "./compare.ts";
import { goTo } from "./go-to.ts";
import { dateWords } from "./words.ts";

const another = "another";

/** The date of one side, large enough to be read across a room, and the others to choose from. */
export function sideLabel(comparison: Comparison, side: Side, which: "first" | "second"): HTMLElement {
  const { frame, place, other, life } = comparison;
  const { tour, speaker } = frame;
  const shown = element("span", { class: "side-date" });
  const visit = element("span", { class: "side-visit", dir: "auto" });
  const choose = element("select", {
    class: "side-select",
    "aria-label": speaker.say(side === "start" ? "compare.date_start" : "compare.date_end"),
    onchange: () => {
      if (choose.value === another) return void pickAnother();
      const moment = place.moments.get().find(({ id_room }) => String(id_room) === choose.value);
      if (!moment) return;
      if (which === "first") void goTo(frame, place, moment);
      else void other.show(moment).then((isThere) => isThere || frame.toast(speaker.say("compare.failed")));
    },
  });
  /** A room that nothing joins with this one. */
  const pickAnother = async () => {
    fill();
    const { pickOther } = await import("./pick-other.ts");
    const picked = await pickOther(frame, place);
    if (picked === null || life.aborted) return;
    if (!(await other.show(picked))) frame.toast(speaker.say("compare.failed"));
  };
  const fill = () => {
    const beside = other.beside.get();
    const [ownVisit, room] =
      which === "first" ? [tour.visit.get(), tour.room.get()] : [beside?.visit, beside?.room];
    const moments: readonly Moment[] = place.moments.get();
    const words = dateWords(moments, speaker);
    const at = moments.findIndex(({ id_room }) => id_room === room?.id);
    const date = words[at]?.long ?? (ownVisit ? speaker.date(ownVisit.visit_date) : "");
    shown.textContent = date;
    visit.textContent = ownVisit?.name ?? "";
    choose.replaceChildren(
      // Where one side has no counterpart the date it stands on is still the one that is chosen.
      ...(at < 0 && room ? [element("option", { value: String(room.id) }, date)] : []),
      ...moments.map(({ id_room }, index) =>
        element("option", { value: String(id_room) }, words[index]?.long ?? ""),
      ),
      ...(which === "second"
        ? [element("option", { value: another }, speaker.say("pick_other.other_room"))]
        : []),
    );
    choose.value = String(room?.id ?? "");
  };
  watch(tour.room, life, fill);
  watch(place.moments, life, fill);
  watch(other.beside, life, fill);
  return element(
    "div",
    { class: "plate side-label", "data-side": side },
    element("span", { class: "side-words", "aria-hidden": "true" }, shown, visit),
    icon("down"),
    choose,
  );
}
