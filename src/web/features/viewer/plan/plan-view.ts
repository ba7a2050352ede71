import type { ViewerSheet } from "#contract/viewer.ts";
import { bearingOf, compassPointOf } from "../bearing.ts";
import { element } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { isShowable } from "../source.ts";
import { conePath, headingOnPlan, widthOfView } from "./cone.ts";

const space = "http://www.w3.org/2000/svg";

/** One plan with the rooms on it as buttons; where one stands, a cone turns with the view. Ends with `life`. */
export function planView(frame: Frame, sheet: ViewerSheet, life: AbortSignal, went: () => void): HTMLElement {
  const { tour, speaker } = frame;
  const rooms = sheet.rooms.flatMap((place) => {
    const room = tour.rooms.find(({ id }) => id === place.id_room);
    return room && isShowable(room) ? [{ place, room }] : [];
  });
  const { cone, turn } = makeCone(frame, sheet);
  const dots = rooms.map(({ place, room }) => {
    const name = roomName(frame, room);
    const dot = element(
      "button",
      {
        type: "button",
        class: "plan-dot",
        title: name,
        onclick: () => {
          void tour.go(room);
          went();
        },
      },
      element("span", { class: "plan-point" }),
      element("span", { class: "plan-name", dir: "auto", "aria-hidden": "true" }, name),
    );
    dot.style.left = `${place.x * 100}%`;
    dot.style.top = `${place.y * 100}%`;
    return { dot, room, name };
  });
  tour.room.watch(life, (current) => {
    for (const { dot, room, name } of dots) {
      const isHere = room.id === current?.id;
      if (isHere) dot.setAttribute("aria-current", "location");
      else dot.removeAttribute("aria-current");
      dot.setAttribute("aria-label", speaker.say(isHere ? "plan.here" : "rooms.go_to", { room: name }));
    }
    turn();
  });
  const stops = [tour.panorama?.on("view", turn), tour.panorama?.on("ready", turn)];
  life.addEventListener("abort", () => {
    for (const stop of stops) stop?.();
  });
  // Left is left on a plan, in Arabic too.
  return element(
    "div",
    { class: "plan-sheet", dir: "ltr" },
    element("img", { src: sheet.image, alt: "", draggable: "false" }),
    cone,
    ...dots.map(({ dot }) => dot),
  );
}

function makeCone({ tour }: Frame, sheet: ViewerSheet) {
  const cone = document.createElementNS(space, "svg");
  cone.setAttribute("viewBox", "0 0 100 100");
  cone.setAttribute("aria-hidden", "true");
  cone.setAttribute("class", "plan-cone");
  const path = document.createElementNS(space, "path");
  cone.append(path);
  let drawn = 0;
  const turn = () => {
    const { panorama } = tour;
    const room = tour.room.get();
    const place = sheet.rooms.find(({ id_room }) => id_room === room?.id);
    const { source } = panorama ?? {};
    const isTurned =
      place?.heading != null || (source ? source.north !== undefined : room?.has_north !== false);
    cone.toggleAttribute("hidden", !place || !panorama || !isTurned);
    if (!place || !panorama || !room || !isTurned) return;
    const { yaw, fov } = panorama.view;
    // On the way to a room the view is still one of the room before.
    const north = panorama.source?.north ?? room.north;
    const heading = headingOnPlan(yaw, north, place, sheet);
    cone.style.left = `${place.x * 100}%`;
    cone.style.top = `${place.y * 100}%`;
    cone.style.rotate = `${heading}deg`;
    cone.dataset["heading"] = heading.toFixed(1);
    const { clientWidth, clientHeight } = panorama.element;
    const width = Math.round(widthOfView(fov, clientWidth / Math.max(1, clientHeight)));
    if (width !== drawn) path.setAttribute("d", conePath(width));
    drawn = width;
  };
  return { cone, turn };
}

/** Where one is and looks, in words. */
export function whereabouts(frame: Frame): string {
  const { tour, speaker } = frame;
  const room = tour.room.get();
  if (room === undefined) return "";
  if (room.has_north === false) return speaker.say("plan.here", { room: roomName(frame, room) });
  const bearing = bearingOf(tour.panorama?.view.yaw ?? 0, room.north);
  const direction = speaker.say(`compass.directions.${compassPointOf(bearing)}`);
  return speaker.say("plan.facing", { room: roomName(frame, room), direction });
}
