import { watch } from "#web/lib/store.ts";
import type { Frame } from "./frame.ts";
import { offerHere } from "./here/here.ts";
import { addMotionTool } from "./motion/motion-tool.ts";
import { addPlanTool } from "./plan/plan-tool.tsx";
import { countViews } from "./share/views.ts";
import { addSnapshotTool } from "./snapshot/snapshot-tool.ts";
import { wordsIn } from "./texts.ts";
import { addDatesTool } from "./time/dates-tool.tsx";

/**
 * Viewer features beyond looking around. Loaded after the first picture is on the screen; this module holds only the
 * buttons, and each loads what it opens.
 */
export function offerLater(frame: Frame): void {
  offerEditing(frame);
  offerHere(frame);
  addSnapshotTool(frame);
  addMotionTool(frame);
  void offerMembers(frame);
  addDatesTool(frame);
  addPlanTool(frame);
  offerWalk(frame);
  countViews(frame);
  // Lets the language be changed offline as well.
  void wordsIn(frame.speaker.language === "en" ? "ar" : "en").catch(() => undefined);
}

/** Guests do not need it; the permission may be granted while the page is open. */
function offerEditing(frame: Frame): void {
  let isAsked = false;
  watch(frame.tour.visit, frame.signal, ({ can }) => {
    if (isAsked || (can["edit"] !== true && can["add_snag"] !== true)) return;
    isAsked = true;
    void import("./edit/edit-tool.ts").then(
      ({ addEditTool }) => frame.signal.aborted || addEditTool(frame),
      () => (isAsked = false),
    );
  });
}

/** Visits without a walk do not need it; rooms may be created from one while the page is open. */
function offerWalk(frame: Frame): void {
  let isAsked = false;
  watch(frame.tour.visit, frame.signal, ({ has_walk }) => {
    if (isAsked || !has_walk) return;
    isAsked = true;
    void import("./walk/walk-tool.ts").then(
      ({ addWalkTool }) => frame.signal.aborted || addWalkTool(frame),
      () => (isAsked = false),
    );
  });
}

/** Guests without an invitation do not need it. */
async function offerMembers(frame: Frame): Promise<void> {
  const { can } = frame.tour.visit.get();
  if (can["guide"] !== true && !new URLSearchParams(location.search).has("guide")) return;
  const members = await import("./member-tools.ts").catch(() => null);
  if (!frame.signal.aborted) members?.addMemberTools(frame);
}
