import type { Frame } from "../frame.ts";

/** Opens the dialog that hands on what is seen; it is fetched at the first press. */
export function openShareDialog(frame: Frame): void {
  import("../share/share-dialog.tsx")
    .then(({ openShare }) => openShare(frame))
    .catch(() => frame.toast(frame.speaker.say("notice.offline")));
}
