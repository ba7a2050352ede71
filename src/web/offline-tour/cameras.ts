import { element } from "#web/features/viewer/element.ts";
import type { ExportData, TourCamera } from "./data.ts";
import { fileHref } from "./walk-parts.ts";
import type { TourSpeaker } from "./words.ts";

/** The last picture of each camera; nothing for who may not see cameras, and of a project that has none. */
export function cameraList({ cameras = [] }: ExportData, speaker: TourSpeaker): HTMLElement | false {
  if (cameras.length === 0) return false;
  return element(
    "section",
    { class: "part", "aria-labelledby": "cameras" },
    element("h2", { id: "cameras" }, speaker.say("cameras")),
    element("ul", { class: "rooms" }, ...cameras.map((camera) => element("li", {}, card(camera, speaker)))),
  );
}

function card({ name, location, picture, taken_at }: TourCamera, speaker: TourSpeaker): HTMLElement {
  const said =
    taken_at === null
      ? speaker.say("camera_none")
      : speaker.say("camera_picture", { date: speaker.date(taken_at) });
  const words = [
    element("span", { class: "room-name", dir: "auto" }, name),
    element(
      "span",
      { class: "note" },
      location !== "" && element("bdi", {}, location),
      location !== "" && " · ",
      said,
    ),
  ];
  if (picture === null)
    return element("div", { class: "room" }, element("span", { class: "camera-picture" }), ...words);
  const src = fileHref(picture);
  return element(
    "a",
    { class: "room", href: src, target: "_blank" },
    element("img", { class: "camera-picture", src, alt: "", loading: "lazy" }),
    ...words,
  );
}
