import { bearingOf, compassPointOf } from "../bearing.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";

function drawn(name: string, attributes: Readonly<Record<string, string>>, text = ""): SVGElement {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
  shape.textContent = text;
  return shape;
}

/** A rose that turns under the view, its letter at north. */
function dialOf(letter: string): SVGElement {
  const dial = drawn("svg", { viewBox: "0 0 44 44", "aria-hidden": "true", class: "compass-dial" });
  dial.append(
    drawn("circle", { class: "compass-ring", cx: "22", cy: "22", r: "15.5" }),
    drawn("path", { class: "compass-north", d: "m22 12.5 4.6 9.5h-9.2z" }),
    drawn("path", { class: "compass-south", d: "m22 31.5 4.6-9.5h-9.2z" }),
    drawn("text", { class: "compass-letter", x: "22", y: "10" }, letter),
  );
  return dial;
}

/** A needle to north, where it is known. Pressed, the view turns there. */
export function compass({ tour, speaker, life }: Frame): HTMLElement {
  const { panorama } = tour;
  // Of the picture on the screen: on the way to another room that is still the one before.
  const north = () => panorama?.source?.north ?? tour.room.get()?.north ?? 0;
  const isKnown = () =>
    panorama?.source ? panorama.source.north !== undefined : tour.room.get()?.has_north !== false;
  const button = element("button", {
    type: "button",
    class: "tool compass",
    onclick: () => void panorama?.lookAt({ yaw: north() }, { animate: true }),
  });
  const dial = dialOf(speaker.say("compass.north_letter"));
  button.append(dial);

  let spoken = "";
  const turn = () => {
    // What nobody knows is not shown as if it were.
    button.style.display = isKnown() ? "" : "none";
    const bearing = bearingOf(panorama?.view.yaw ?? 0, north());
    dial.style.rotate = `${-bearing}deg`;
    const point = compassPointOf(bearing);
    // The name changes eight times a turn, not sixty times a second.
    if (point === spoken) return;
    spoken = point;
    const direction = speaker.say(`compass.directions.${point}`);
    const label = speaker.say("compass.face_north", { direction });
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const stops = [panorama?.on("view", turn), panorama?.on("ready", turn)];
  life.addEventListener("abort", () => {
    for (const stop of stops) stop?.();
  });
  turn();
  return button;
}
