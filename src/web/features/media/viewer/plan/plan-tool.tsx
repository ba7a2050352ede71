import { Map as MapIcon } from "lucide-react";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { createStore, watch } from "#web/lib/store.ts";
import type { Frame } from "../frame.ts";

const isSmall = () => matchMedia("(width < 48rem), (height < 36rem)").matches;

/** Adds the floor plan with the rooms of this visit: a small one in the corner; on small screens only on demand. */
export function addPlanTool(frame: Frame): void {
  const { tour, speaker, tools, signal } = frame;
  const isShown = createStore(false);
  const isOpen = createStore(false);
  let isThere = false;
  const open = (wanted: boolean) => {
    isOpen.set(wanted);
    if (!isSmall()) remember(storageKeys.viewerPlan, wanted ? "open" : "closed");
    if (!wanted || isThere) return;
    isThere = true;
    void import("./plan.tsx").then(
      ({ Plan }) => frame.mount("plan", <Plan isOpen={isOpen} open={open} />),
      () => {
        isThere = false;
        isOpen.set(false);
      },
    );
  };
  tools.offer({
    id: "plan",
    order: 10,
    icon: MapIcon,
    label: speaker.say("plan.label"),
    isPressed: isOpen,
    isShown,
    press: () => open(!isOpen.get()),
  });
  let isFirst = true;
  watch(tour.visit, signal, ({ sheets }) => {
    isShown.set(sheets.length > 0);
    if (sheets.length === 0) isOpen.set(false);
    else if (isFirst && !isSmall() && recall(storageKeys.viewerPlan) !== "closed") open(true);
    isFirst &&= sheets.length === 0;
  });
}
