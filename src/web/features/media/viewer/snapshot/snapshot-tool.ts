import { Camera } from "lucide-react";
import type { Frame } from "../frame.ts";

/**
 * Adds the camera button: captures the view, optionally with a drawing. A guest can download it; a member can save it
 * to the visit.
 */
export function addSnapshotTool(frame: Frame): void {
  const { tour, speaker, tools } = frame;
  if (tour.panorama === undefined) return;
  tools.offer({
    id: "snapshot",
    order: 40,
    icon: Camera,
    label: speaker.say("snapshot.take"),
    press: () => void take(frame),
  });
}

async function take(frame: Frame): Promise<void> {
  const { tour, speaker, signal } = frame;
  const room = tour.room.get();
  const { panorama } = tour;
  if (room === undefined || panorama === undefined) return;
  try {
    // Captures first: the view may turn while the rest is loaded.
    const [view, file] = [panorama.view, await panorama.capture()];
    const { openSnapshot } = await import("./snapshot-dialog.tsx");
    if (!signal.aborted) await openSnapshot(frame, { room, view, file });
  } catch {
    frame.toast(speaker.say("snapshot.capture_failed"));
  }
}
