import { element } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";

/** The whole picture, unrolled, for browsers that cannot turn it; it scrolls sideways where it is wider than the page. */
export function flatPicture(frame: Frame): HTMLElement {
  const { tour, life } = frame;
  const image = element("img", { class: "flat-image", width: 1024, height: 512 });
  const box = element("div", { class: "flat", tabindex: 0, role: "region" }, image);
  tour.room.watch(life, (room) => {
    const base = room?.picture.base ?? null;
    image.hidden = base === null;
    if (!room || base === null) return;
    image.src = base;
    image.alt = roomName(frame, room);
    box.setAttribute("aria-label", image.alt);
  });
  return box;
}
