import type { Frame } from "../frame.ts";

/** Loads the panel of a scanned label, whose address carries its code as `here`, for members only. */
export function offerHere(frame: Frame): void {
  const code = new URLSearchParams(location.search).get("here");
  if (code === null || frame.tour.visit.get().id_project === null) return;
  void import("./here-panel.tsx").then(({ showHere }) => showHere(frame, code)).catch(() => undefined);
}
