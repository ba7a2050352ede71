import type { Frame } from "../frame.ts";

/** The query parameter that a scanned label adds: its code. */
const parameter = "here";

export const inAddress = {
  name: parameter,
  read: (): string | null => new URLSearchParams(location.search).get(parameter),
  remove(): void {
    const url = new URL(location.href);
    url.searchParams.delete(parameter);
    history.replaceState(history.state, "", url);
  },
};

/** Only members who came by a label load the panel. */
export function offerHere(frame: Frame): void {
  const code = inAddress.read();
  if (code === null || frame.tour.visit.get().id_project === null) return;
  void import("./here-panel.tsx").then(({ showHere }) => showHere(frame, code)).catch(() => undefined);
}
