import type { Poi } from "#contract/viewer.ts";
import type { Marker } from "#panorama/types.ts";
import { element, icon } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";

/** Puts the ways to other rooms into the picture: an arrow on the floor with the room's name under it. */
export function showHotspots(frame: Frame): void {
  const { tour, life } = frame;
  tour.points.watch(life, (points) => {
    tour.panorama?.setMarkers(points.flatMap((point) => marker(frame, point) ?? []));
  });
}

function marker(frame: Frame, point: Poi): Marker | null {
  const room = frame.tour.rooms.find(({ id }) => id === point.id_room);
  if (!room) return null;
  const name = point.label === "" ? roomName(frame, room) : point.label;
  const body = element(
    "button",
    { type: "button" },
    element("span", { class: "hotspot-disc" }, icon("walk")),
    element("span", { class: "hotspot-name", dir: "auto" }, name),
  );
  const label = frame.speaker.say("rooms.go_to", { room: name });
  const { yaw, pitch } = point;
  return { id: String(point.id), yaw, pitch, label, element: body, className: "hotspot", anchor: [0.5, 0.3] };
}
