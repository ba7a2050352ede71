import "./points.css";
import type { Poi } from "#contract/viewer.ts";
import { element, icon } from "../element.ts";
import type { Frame } from "../frame.ts";
import { snagShape } from "../parts/hotspots.ts";
import { pointKey } from "../point-key.ts";
import { lookBeside, openPanel } from "./panel.ts";
import { photo } from "./photo.ts";
import { snagFacts } from "./snag-facts.ts";

/** Opens the card of what is told or of a snag; returns what closes it. */
export function openCard(frame: Frame, point: Poi): () => void {
  const { tour, speaker } = frame;
  lookBeside(frame, point);
  const isSnag = point.kind === "snag";
  const panel = openPanel(frame, {
    title: point.label,
    mark: isSnag ? snagShape(point.status ?? "open") : undefined,
    content: isSnag ? [snagFacts(frame, point)] : told(frame, point),
    closeLabel: speaker.say("points.close"),
    closed: () => {
      // Another one may have been opened instead.
      if (tour.opened.get() === point) tour.open(null);
      // The pin may have been drawn anew while its card was open.
      const pin = frame.root.querySelector<HTMLElement>(`[data-point="${pointKey(point)}"]`);
      if (pin !== null && document.activeElement === document.body) pin.focus({ preventScroll: true });
    },
  });
  return panel.close;
}

function told(frame: Frame, point: Poi): HTMLElement[] {
  const { speaker } = frame;
  const parts: HTMLElement[] = [];
  if (point.media !== null && point.kind === "photo") parts.push(photo(frame, point.media, point.label));
  if (point.media !== null && point.kind === "video") parts.push(film(point.media, point.label));
  if (point.text !== "") parts.push(element("p", { class: "panel-text", dir: "auto" }, point.text));
  if (point.url !== null) {
    const words = speaker.say(point.kind === "video" ? "points.open_video" : "points.open_page");
    parts.push(outside(words, point.url, speaker.say("points.new_tab")));
  }
  return parts;
}

const film = (address: string, name: string) =>
  element("video", {
    class: "panel-film",
    src: address,
    controls: true,
    playsinline: true,
    preload: "metadata",
    "aria-label": name,
  });

/** Where it leads is said: somebody else wrote the address. */
function outside(words: string, url: string, hint: string): HTMLElement {
  return element(
    "a",
    { class: "panel-link", href: url, target: "_blank", rel: "noopener noreferrer" },
    icon("open"),
    element(
      "span",
      { class: "panel-link-words" },
      element("span", {}, words),
      element("span", { class: "panel-link-host", dir: "ltr" }, hostOf(url)),
    ),
    element("span", { class: "unseen" }, hint),
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
