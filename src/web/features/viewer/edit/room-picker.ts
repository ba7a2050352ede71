import type { Room } from "#contract/visits.ts";
import { element } from "../element.ts";
import { roomName } from "../frame.ts";
import { isShowable } from "../source.ts";
import type { Editing } from "./editing.ts";
import { textInput } from "./fields.ts";

/** The rooms of the visit that a way may lead to, to be searched and walked through by the arrow keys. */
export function roomPicker(editing: Editing, choose: (room: Room) => void): HTMLElement {
  const { frame, words } = editing;
  const { tour } = frame;
  const here = tour.room.get()?.id;
  const rooms = tour.rooms.filter(({ id }) => id !== here);
  if (rooms.length === 0) return element("p", { class: "panel-quiet" }, words.say("way.alone"));
  const linked = new Set(
    tour.points.get().flatMap(({ kind, id_room }) => (kind === "link" ? [id_room] : [])),
  );
  const items = element("ul", { class: "list-items edit-rooms" });
  const search = textInput("", {
    type: "search",
    "aria-label": words.say("way.search"),
    placeholder: words.say("way.search"),
    "data-first": true,
    hidden: rooms.length < 2,
  });
  const fill = () => {
    const wanted = plain(search.value);
    const found = rooms.filter((room) => plain(roomName(frame, room)).includes(wanted));
    items.replaceChildren(
      ...(found.length === 0
        ? [element("li", { class: "panel-quiet" }, words.say("way.none"))]
        : found.map((room) => item(editing, room, linked.has(room.id), choose))),
    );
  };
  search.addEventListener("input", fill);
  fill();
  const buttons = () => [...items.querySelectorAll("button")];
  const move = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "Enter" && event.target === search) all[0]?.click();
    else if (event.key === "ArrowDown") all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (at <= 0 ? search : all[at - 1])?.focus();
    else return;
    event.preventDefault();
  };
  return element("div", { class: "edit-picker", onkeydown: move }, search, items);
}

function item(editing: Editing, room: Room, isLinked: boolean, choose: (room: Room) => void): HTMLElement {
  const { frame, words } = editing;
  const { thumbnail } = room.picture;
  const note = isShowable(room) ? (isLinked ? words.say("way.linked") : null) : words.say("way.waiting");
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", class: "list-room", onclick: () => choose(room) },
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
        note !== null && element("span", { class: "edit-note" }, note),
      ),
    ),
  );
}

/** As people search: without case and marks. */
const plain = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase().trim();
