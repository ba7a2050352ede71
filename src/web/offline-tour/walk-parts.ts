import { element, icon, iconButton } from "#web/features/viewer/element.ts";
import type { TourRoom, TourVisit } from "./data.ts";
import type { TourSpeaker } from "./words.ts";

export const hrefOf = (room: TourRoom): string => `#room/${room.id}`;

/** The address of a file of the zip; names may hold signs that mean something in addresses. */
export const fileHref = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** As it is called, or by its number. */
export const roomName = (room: TourRoom, at: number, speaker: TourSpeaker): string =>
  room.name.trim() === "" ? speaker.say("untitled", { n: at + 1 }) : room.name;

/** In the other language's own letters, for whoever reads only those. */
export function languageButton(speaker: TourSpeaker, changeLanguage: () => void): HTMLElement {
  const other = speaker.language === "en" ? "ar" : "en";
  return element(
    "button",
    { type: "button", id: "language", class: "tool tool-worded", lang: other, onclick: changeLanguage },
    speaker.say("other_language"),
  );
}

/** A way to the room before or after; without one it stays where it is and leads nowhere. */
export interface Step {
  readonly element: HTMLAnchorElement;
  lead(room: TourRoom | undefined): void;
}

export function step(way: "previous" | "next", speaker: TourSpeaker): Step {
  const label = speaker.say(way);
  const link = element("a", { class: "tool", "aria-label": label, title: label }, icon(way));
  return {
    element: link,
    lead(room) {
      if (room) link.href = hrefOf(room);
      else link.removeAttribute("href");
      // Without an address it would be no link any more, and have neither a name nor a state.
      link.role = room === undefined ? "link" : null;
      link.setAttribute("aria-disabled", String(room === undefined));
    },
  };
}

export interface RoomList {
  readonly element: HTMLElement;
  mark(room: TourRoom): void;
}

/** The rooms of the visit beside the picture; on phones a sheet from below. */
export function roomList(visit: TourVisit, speaker: TourSpeaker, close: () => void): RoomList {
  const links = new Map<number, HTMLElement>();
  const items = visit.rooms.map((room, at) => {
    const link = element(
      "a",
      { class: "list-room", href: hrefOf(room) },
      room.thumbnail === null
        ? element("span", { class: "room-picture" })
        : element("img", { class: "room-picture", src: room.thumbnail, alt: "", width: 300, height: 150 }),
      element("span", { class: "list-name", dir: "auto" }, roomName(room, at, speaker)),
    );
    links.set(room.id, link);
    return element("li", {}, link);
  });
  const panel = element(
    "nav",
    { class: "list", "aria-label": speaker.say("rooms"), hidden: true },
    element(
      "div",
      { class: "list-head" },
      element("h2", {}, speaker.say("rooms")),
      iconButton("close", speaker.say("close"), close),
    ),
    element("ol", {}, ...items),
  );
  return {
    element: panel,
    mark(room) {
      for (const [id, link] of links) {
        if (id === room.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
  };
}
