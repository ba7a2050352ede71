import { element, icon, iconButton } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";

/** Where one stands in the visit, and the way to the rooms before and after. */
export function roomSwitch(frame: Frame): HTMLElement {
  const { tour, speaker, life, isListOpen } = frame;
  const go = (step: -1 | 1) => {
    const room = tour.neighbour(step);
    if (room) void tour.go(room);
  };
  const previous = iconButton("previous", speaker.say("rooms.previous"), () => go(-1));
  const next = iconButton("next", speaker.say("rooms.next"), () => go(1));
  const name = element("span", { class: "switch-name", dir: "auto" });
  const place = element("span", { class: "switch-place" });
  const list = element(
    "button",
    {
      type: "button",
      class: "tool switch-list",
      id: "viewer-rooms",
      "aria-controls": "viewer-room-list",
      onclick: () => isListOpen.set(!isListOpen.get()),
    },
    icon("rooms"),
    element("span", { class: "switch-words" }, name, " ", place),
  );

  const show = () => {
    const room = tour.room.get();
    const { rooms } = tour;
    const n = rooms.findIndex(({ id }) => id === room?.id) + 1;
    name.textContent = room ? roomName(frame, room) : speaker.say("rooms.label");
    place.textContent = room ? speaker.say("rooms.place", { n, total: rooms.length }) : "";
    // Not `disabled`: the button that was just pressed must keep the focus at the end of the row.
    previous.setAttribute("aria-disabled", String(!tour.neighbour(-1)));
    next.setAttribute("aria-disabled", String(!tour.neighbour(1)));
  };
  tour.room.watch(life, show);
  tour.visit.watch(life, show);
  isListOpen.watch(life, (isOpen) => {
    list.setAttribute("aria-expanded", String(isOpen));
    list.title = speaker.say(isOpen ? "rooms.close" : "rooms.open");
  });
  return element(
    "nav",
    { class: "plate switch fades", "aria-label": speaker.say("rooms.label") },
    previous,
    list,
    next,
  );
}
