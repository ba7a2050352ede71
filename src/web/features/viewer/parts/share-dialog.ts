import type { Frame } from "../frame.ts";

/** Opens the dialog that hands on what is seen; it is fetched at the first press. */
export function openShareDialog(frame: Frame): void {
  void import("../share/share-dialog.ts").then(
    ({ openShare }) => {
      if (!frame.life.aborted && frame.root.querySelector("dialog[open]") === null) openShare(frame);
    },
    () => frame.toast(frame.speaker.say("notice.offline")),
  );
}
