import type { Frame } from "../frame.ts";

/** Opens the share dialog; its script is loaded on the first press. */
export function openShareDialog(frame: Frame): void {
  import("../share/share-dialog.tsx")
    .then(({ openShare }) => openShare(frame))
    .catch(() => frame.toast(frame.speaker.say("notice.offline")));
}
