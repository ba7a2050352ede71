import type { Frame } from "../frame.ts";

/** Opens the dialog that hands on what is seen; it is fetched at the first press. */
export function openShareDialog(frame: Frame): void {
  void open(frame);
}

async function open(frame: Frame): Promise<void> {
  const dialog = await import("../share/share-dialog.ts").catch(() => null);
  if (dialog === null) frame.toast(frame.speaker.say("notice.offline"));
  else if (!frame.life.aborted && frame.root.querySelector("dialog[open]") === null) dialog.openShare(frame);
}
