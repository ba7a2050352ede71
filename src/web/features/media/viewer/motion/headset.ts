import { RectangleGoggles } from "lucide-react";
import { enterVr } from "#panorama/extras/vr.ts";
import type { Direction } from "#panorama/types.ts";
import type { Frame } from "../frame.ts";

/**
 * The trigger moves to the room in the direction of the gaze. Offered only once this module has loaded: entering a
 * session must happen within the press.
 */
export function offerHeadset(frame: Frame, stop: () => void): void {
  const { tour, speaker, tools } = frame;
  const { panorama } = tour;
  if (panorama === undefined) return;
  tools.offer({
    id: "vr",
    order: 90,
    icon: RectangleGoggles,
    label: speaker.say("motion.vr"),
    press: () => {
      stop();
      enterVr(panorama, { select: (gaze) => walkTo(frame, gaze) }).catch(() =>
        frame.toast(speaker.say("motion.vr_failed")),
      );
    },
  });
}

/** Maximum degrees between the gaze and a link that it selects. */
const meantWithin = 25;

/** Follows the link nearest to the gaze; without one, moves to the next room. */
function walkTo({ tour }: Frame, gaze: Direction): void {
  const ways = tour.points.get().filter(({ kind }) => kind === "link");
  const distance = ({ yaw, pitch }: Direction) =>
    Math.hypot(((yaw - gaze.yaw + 540) % 360) - 180, (pitch - gaze.pitch) / 2);
  const [nearest] = ways.toSorted((a, b) => distance(a) - distance(b));
  const isMeant = nearest !== undefined && distance(nearest) <= meantWithin;
  const room = isMeant ? tour.rooms.find(({ id }) => id === nearest.id_room) : tour.neighbour(1);
  if (room) void tour.go(room);
}
