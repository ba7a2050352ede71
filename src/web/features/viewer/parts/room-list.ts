import type { Room } from "#contract/visits.ts";
import { element, iconButton } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { isShowable } from "../source.ts";

const isNarrow = () => matchMedia("(width < 48rem)").matches;

/** All rooms with their pictures: a drawer at the side, a sheet from below on phones. */
export function roomList(frame: Frame): HTMLElement {
  const { tour, speaker, life, isListOpen } = frame;
  const close = () => {
    isListOpen.set(false);
    document.querySelector<HTMLElement>("#viewer-rooms")?.focus();
  };
  const total = element("p", { class: "list-total" });
  const items = element("ol", { class: "list-items" });
  const panel = element(
    "section",
    {
      class: "plate list",
      id: "viewer-room-list",
      "aria-label": speaker.say("rooms.label"),
      onkeydown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
    },
    element(
      "div",
      { class: "list-head" },
      element("div", {}, element("h2", { class: "list-title" }, speaker.say("rooms.label")), total),
      iconButton("close", speaker.say("rooms.close"), close),
    ),
    items,
  );

  const choose = (room: Room) => {
    void tour.go(room);
    if (isNarrow()) close();
  };
  const fill = () => {
    const focused = panel.contains(document.activeElement) ? document.activeElement?.id : undefined;
    total.textContent = speaker.count("rooms.count", tour.rooms.length);
    items.replaceChildren(...tour.rooms.map((room) => item(frame, room, choose)));
    if (focused) document.getElementById(focused)?.focus();
  };
  tour.visit.watch(life, fill);
  tour.room.watch(life, (room) => mark(items, room));
  isListOpen.watch(life, (isOpen) => {
    panel.hidden = !isOpen;
    if (!isOpen) return;
    const current = items.querySelector<HTMLElement>("[aria-current]");
    current?.scrollIntoView({ block: "nearest" });
    current?.focus({ preventScroll: true });
  });
  return panel;
}

function item(frame: Frame, room: Room, choose: (room: Room) => void): HTMLElement {
  const { speaker, tour } = frame;
  const { state, thumbnail } = room.picture;
  const note =
    state === "failed"
      ? speaker.say("rooms.failed")
      : isShowable(room)
        ? null
        : speaker.say("rooms.preparing");
  const button = element(
    "button",
    {
      type: "button",
      class: "list-room",
      id: `viewer-room-${room.id}`,
      "aria-current": room.id === tour.room.get()?.id ? "true" : null,
      onclick: () => choose(room),
    },
    thumbnail === null
      ? element("span", { class: "list-picture" })
      : element("img", {
          class: "list-picture",
          src: thumbnail,
          alt: "",
          loading: "lazy",
          width: 300,
          height: 150,
        }),
    element(
      "span",
      { class: "list-words" },
      element("span", { class: "list-name", dir: "auto" }, roomName(frame, room)),
      note !== null && element("span", { class: "list-note" }, note),
    ),
  );
  return element("li", {}, button);
}

function mark(items: HTMLElement, room: Room | undefined): void {
  for (const button of items.querySelectorAll("button")) {
    if (button.id === `viewer-room-${room?.id}`) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
